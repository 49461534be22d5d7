// A webpack loader, which has to be plain JavaScript. It works on compiled modules, after JSX.
const fs = require('node:fs');
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

/** The names by which a module has `Translate` and `translate`. */
function findNames({body}) {
  const specifiers = body
    .filter(({type, source}) => type === 'ImportDeclaration' && source.value === '@docusaurus/Translate')
    .flatMap((declaration) => declaration.specifiers);
  const isElement = ({type, imported}) => type === 'ImportDefaultSpecifier' || imported?.name === 'default';
  return {
    specifiers,
    element: specifiers.find(isElement)?.local.name,
    call: specifiers.find(({imported}) => imported?.name === 'translate')?.local.name,
  };
}

/** The use of one of the names in a call, and the object by which it declares its message. */
function findDeclaration({type, callee, arguments: args = []}, {element, call}) {
  if (type !== 'CallExpression') {
    return undefined;
  }
  if (args[0]?.name && args[0].name === element) {
    return {use: args[0], declaration: args[1]};
  }
  // A bundler may have written (0, translate)(…).
  const use = callee.type === 'SequenceExpression' ? callee.expressions.at(-1) : callee;
  return use.name && use.name === call ? {use, declaration: args[0]} : undefined;
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
function hasLiteralId(declaration) {
  if (declaration?.type !== 'ObjectExpression' || declaration.properties.some(({key}) => !key)) {
    return false;
  }
  const id = declaration.properties.find(({key}) => (key.name ?? key.value) === 'id');
  return !id || isText(id.value);
}

/** Puts the messages of the site's language in the place of the English ones, and leaves out their descriptions. */
module.exports = function messagesLoader(source) {
  if (!source.includes('@docusaurus/Translate')) {
    return source;
  }
  const {file} = this.getOptions();
  this.addDependency(file);
  const messages = JSON.parse(fs.readFileSync(file, 'utf8'));
  const tree = parse(source, {ecmaVersion: 'latest', sourceType: 'module'});
  const {specifiers, ...names} = findNames(tree);
  const understood = new Set(specifiers.flatMap(({local, imported}) => [local, imported]));
  const edits = [];
  walk(tree, (node) => {
    const key = node.type === 'MemberExpression' ? node.property : node.type === 'Property' && node.key;
    if (key && !node.computed && !node.shorthand) {
      understood.add(key);
    }
    const {use, declaration} = findDeclaration(node, names) ?? {};
    if (!use || !hasLiteralId(declaration)) {
      return;
    }
    understood.add(use);
    const found = findMessage(declaration, messages);
    if (found) {
      edits.push([found.text.value, JSON.stringify(messages[found.id.value.value])]);
      if (isText(found.description?.value)) {
        edits.push([found.description.value, 'undefined']);
      }
    }
  });
  walk(tree, (node) => {
    if (
      node.type === 'Identifier' &&
      [names.element, names.call].includes(node.name) &&
      !understood.has(node)
    ) {
      throw new Error(
        `${this.resourcePath}：有一处 ${node.name} 看不出是哪条消息，浏览器里会显示英文。办法：把 id 写成字面量，一条消息一个，直接调用 translate 或写 <Translate>；依赖换了写法就改 src/speed/messages/loader.js`,
      );
    }
  });
  return edits
    .sort(([a], [b]) => b.start - a.start)
    .reduce((code, [{start, end}, text]) => code.slice(0, start) + text + code.slice(end), source);
};
