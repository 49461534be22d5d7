// A webpack loader, which has to be plain JavaScript. It works on compiled modules, after JSX.
const {parse} = require('acorn');

const isText = (node) => node?.type === 'Literal' && typeof node.value === 'string';

/** Calls `visit` on each node of a syntax tree. */
function walk(node, visit) {
  if (Array.isArray(node)) {
    node.forEach((child) => walk(child, visit));
  } else if (typeof node?.type === 'string') {
    visit(node);
    Object.values(node).forEach((child) => walk(child, visit));
  }
}

/** Finds the properties of an object that declares a message; undefined for another object. */
function findMessage(node, messages) {
  if (node.type !== 'ObjectExpression') {
    return undefined;
  }
  const named = Object.fromEntries(
    node.properties
      .filter((property) => property.type === 'Property' && !property.computed)
      .map((property) => [property.key.name ?? property.key.value, property]),
  );
  const text = named.message ?? named.children;
  return isText(named.id?.value) && isText(text?.value) && Object.hasOwn(messages, named.id.value.value)
    ? {...named, text}
    : undefined;
}

/** Puts the messages of the site's language in the place of the English ones, and leaves out their descriptions. */
module.exports = function messagesLoader(source) {
  if (!source.includes('@docusaurus/Translate')) {
    return source;
  }
  const {messages} = this.getOptions();
  const edits = [];
  walk(parse(source, {ecmaVersion: 'latest', sourceType: 'module'}), (node) => {
    const found = findMessage(node, messages);
    if (found) {
      edits.push([found.text.value, JSON.stringify(messages[found.id.value.value])]);
      if (isText(found.description?.value)) {
        edits.push([found.description.value, 'undefined']);
      }
    }
  });
  return edits
    .sort(([a], [b]) => b.start - a.start)
    .reduce((code, [{start, end}, text]) => code.slice(0, start) + text + code.slice(end), source);
};
