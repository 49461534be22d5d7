import {describe, expect, it} from 'vitest';
import {SourceFile} from '@site/tools/sources/find';

const PYTHON = `"""Module about conv2d."""
from x import helper  # class Fake:

LIMIT = 3
LIMIT = 4


class First(Base):
    """class Second: in a text"""

    size = 1

    def run(self, data):
        self.state = data
        return helper(data)

    def only(self):
        pass


class Second(
    Base,
):
    def run(self, data):
        self.state = None
        text = "def ghost():"


def run(target):
    return target


@register_func("pkg.run")
def registered():
    pass


reg.register_strategy("nn.conv2d", strategy)
reg.register_legalize("nn.conv2d", legal)
MAP = {
    "Conv": First,
}
`;

const CPP = `/* class Ghost { */
#include <x.h>
#define CHECK_IT(x) \\
  x
namespace tvm {
class Forward;
class Stage : public Node {
 public:
  int level{2};
  Stage(int level);
  void Run(const Call* op);
  bool Small() const { return level > 0; }
  class Inner { int level; };
};
#ifdef X
int Twice() {
  return 1;
}
#else
int Twice() {
  return 2;
}
#endif
namespace transform {
Pass Visit() {
  return Visit(Op(), 1);
}
}
struct TVM_DLL Attrs : public tvm::AttrsNode<Attrs> {
  TVM_DECLARE_ATTRS(Attrs, "relay.attrs.Attrs") {
    TVM_ATTR_FIELD(groups).set_default(1);
  }
};
Stage::Stage(int level) : level(level) {}
void Stage::Run(const Call* op) {
  if (Helper(op)) {
    Go(op);
  }
}
Expr Visit(const Call* op,
           int depth) final {
  return Visit(op, 1);
}
Expr Visit(const Var* op) {
  return Helper(op);
}
Pass Declared(int level);
const char* kName = "text";
enum class Kind { kOne };
using Table = Map<int, int>;
TVM_REGISTER_GLOBAL("relay.pass")
    .set_body_typed(Declared);
TVM_REGISTER_PASS_CONFIG_OPTION("tir.off", Bool);
TVM_REGISTER_NODE_TYPE(Stage);
RELAY_REGISTER_OP(
    "nn.dense").set_attr<TOp>("TOp", x);
}
`;

const CMAKE = `# USE_LLVM is explained here
tvm_option(USE_LLVM "Build with LLVM" OFF)
set(USE_BLAS none)
macro(find_llvm use)
endmacro()
if(USE_CUDA)
endif()
`;

function find(path: string, text: string, symbol: string, hint = ''): string {
  const found = new SourceFile(path, text).find(symbol, hint);
  switch (found.state) {
    case 'found':
      return found.text;
    case 'missing':
      return 'missing';
    case 'ambiguous':
      return found.candidates.map(({line, within}) => `${line}${within ? ` ${within}` : ''}`).join(', ');
  }
}

describe('in Python', () => {
  it.each([
    ['First', '', 'class First(Base):'],
    ['Second', '', 'class Second('],
    ['only', '', 'def only(self):'],
    ['First.run', '', 'def run(self, data):'],
    ['run', '', 'def run(target):'],
    ['m.run', '', 'def run(target):'],
    ['Second.only', '', 'missing'],
    ['LIMIT', '', 'LIMIT = 3'],
    ['size', '', 'size = 1'],
    ['state', '', '14 First.run, 25 Second.run'],
    ['state', 'Second', 'self.state = None'],
    ['pkg.run', '', '@register_func("pkg.run")'],
    ['nn.conv2d', '', '38, 39'],
    ['nn.conv2d', 'register_legalize', 'reg.register_legalize("nn.conv2d", legal)'],
    ['Conv', '', '"Conv": First,'],
    ['helper', '', 'from x import helper  # class Fake:'],
    ['Fake', '', 'from x import helper  # class Fake:'],
    ['ghost', '', 'text = "def ghost():"'],
    ['nothing', '', 'missing'],
  ])('%s with the hint %j', (symbol, hint, expected) => {
    expect(find('python/m/file.py', PYTHON, symbol, hint)).toBe(expected);
  });

  it('tells where a name stands that is not where the link says', () => {
    expect(new SourceFile('a.py', PYTHON).find('Second.only', '')).toMatchObject({
      state: 'missing',
      nearby: [{line: 17, text: 'def only(self):', within: 'First'}],
    });
  });
});

describe('in C++', () => {
  it.each([
    ['Stage', '', 'class Stage : public Node {'],
    ['Stage.Inner', '', 'class Inner { int level; };'],
    ['Forward', '', 'class Forward;'],
    ['Attrs', '', 'struct TVM_DLL Attrs : public tvm::AttrsNode<Attrs> {'],
    ['groups', 'Attrs', 'TVM_ATTR_FIELD(groups).set_default(1);'],
    ['Small', '', 'bool Small() const { return level > 0; }'],
    ['Run', '', 'void Stage::Run(const Call* op) {'],
    ['Stage::Run', '', 'void Stage::Run(const Call* op) {'],
    ['Visit', '', 'Pass Visit() {'],
    ['Visit', 'transform', 'Pass Visit() {'],
    ['Visit', 'tvm', '40 tvm, 44 tvm'],
    ['Twice', '', 'int Twice() {'],
    ['Visit', 'Var', 'Expr Visit(const Var* op) {'],
    ['Visit', 'Call', 'Expr Visit(const Call* op,'],
    ['Declared', '', 'Pass Declared(int level);'],
    ['Helper', '', 'if (Helper(op)) {'],
    ['CHECK_IT', '', '#define CHECK_IT(x) \\'],
    ['kName', '', 'const char* kName = "text";'],
    ['Kind', '', 'enum class Kind { kOne };'],
    ['Table', '', 'using Table = Map<int, int>;'],
    ['relay.pass', '', 'TVM_REGISTER_GLOBAL("relay.pass")'],
    ['tir.off', '', 'TVM_REGISTER_PASS_CONFIG_OPTION("tir.off", Bool);'],
    ['nn.dense', '', '"nn.dense").set_attr<TOp>("TOp", x);'],
    ['Ghost', '', '/* class Ghost { */'],
  ])('%s with the hint %j', (symbol, hint, expected) => {
    expect(find('src/file.cc', CPP, symbol, hint)).toBe(expected);
  });
});

describe('in CMake', () => {
  it.each([
    ['USE_LLVM', 'tvm_option(USE_LLVM "Build with LLVM" OFF)'],
    ['USE_BLAS', 'set(USE_BLAS none)'],
    ['find_llvm', 'macro(find_llvm use)'],
    ['USE_CUDA', 'if(USE_CUDA)'],
  ])('%s', (symbol, expected) => {
    expect(find('CMakeLists.txt', CMAKE, symbol)).toBe(expected);
  });
});
