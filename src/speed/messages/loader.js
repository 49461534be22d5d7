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

/** The object by which a call of `translate`, or an element of `Translate`, declares its message. */
function findDeclaration({type, callee, arguments: args = []}) {
  if (type !== 'CallExpression') {
    return undefined;
  }
  const declaration =
    args[0]?.name === 'Translate' ? args[1] : callee.name === 'translate' ? args[0] : undefined;
  return declaration?.type === 'ObjectExpression' ? declaration : undefined;
}

/** Finds the properties of an object that declares a message, where the language has it; undefined elsewhere. */
function findMessage(node, messages) {
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

/** Whether a message has an id that can be read here; one without an id is its own. */
function hasLiteralId({properties}) {
  const id = properties.find(({key}) => (key?.name ?? key?.value) === 'id');
  return !id || isText(id.value);
}

/** Puts the messages of the site's language in the place of the English ones, and leaves out their descriptions. */
module.exports = function messagesLoader(source) {
  if (!source.includes('@docusaurus/Translate')) {
    return source;
  }
  const {messages} = this.getOptions();
  const edits = [];
  walk(parse(source, {ecmaVersion: 'latest', sourceType: 'module'}), (node) => {
    const declaration = findDeclaration(node);
    if (!declaration) {
      return;
    }
    if (!hasLiteralId(declaration)) {
      throw new Error(
        `${this.resourcePath}：translate 或 <Translate> 的 id 不是写定的文字，浏览器里会显示英文。办法：把 id 写成字面量，一条消息一个`,
      );
    }
    const found = findMessage(declaration, messages);
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
