"""Prints, as JSON, what every pass of `relay.build` did to one small model.

Lines of text are stored once: a text is a list of numbers of lines.
"""

import contextlib
import hashlib
import json
import re
import sys

import numpy as np
import tvm
from tvm import relay

TARGET = "llvm -mcpu=core-avx2"


def model():
    x = relay.var("x", shape=(1, 3, 8, 8))
    conv_weight = relay.var("conv_weight", shape=(8, 3, 3, 3))
    bias = relay.var("bias", shape=(8,))
    dense_weight = relay.var("dense_weight", shape=(4, 8))
    y = relay.nn.conv2d(x, conv_weight, channels=8, kernel_size=(3, 3), padding=(1, 1))
    y = relay.nn.relu(relay.nn.bias_add(y, bias))
    y = relay.nn.batch_flatten(relay.nn.global_avg_pool2d(y))
    y = relay.nn.dense(y, dense_weight)
    mod = tvm.IRModule.from_expr(relay.Function([x, conv_weight, bias, dense_weight], y))
    rng = np.random.default_rng(0)
    shapes = {"conv_weight": (8, 3, 3, 3), "bias": (8,), "dense_weight": (4, 8)}
    params = {name: tvm.nd.array(rng.random(shape, "float32")) for name, shape in shapes.items()}
    return mod, params


class Texts:
    """Texts as lists of lines that are stored once."""

    def __init__(self):
        self.lines, self.texts, self.line_at, self.text_at = [], [], {}, {}

    def add(self, text):
        if text not in self.text_at:
            for line in text.split("\n"):
                if line not in self.line_at:
                    self.line_at[line] = len(self.lines)
                    self.lines.append(line)
            self.text_at[text] = len(self.texts)
            self.texts.append([self.line_at[line] for line in text.split("\n")])
        return self.text_at[text]


def text_of(mod):
    if any(isinstance(func, relay.Function) for func in mod.functions.values()):
        text = mod.astext(show_meta_data=False)
    else:
        # Attributes of the module (executor, runtime) are left out: 0.12.0 can't print them as TVMScript.
        mod = tvm.IRModule(dict(mod.functions))
        try:
            text = mod.script()
        except tvm.TVMError:
            # 0.10.0 can't print some states between two passes as TVMScript.
            text = mod.astext(show_meta_data=False)
    # Addresses differ from run to run.
    text = re.sub(r"\bid=(?:0x)?[0-9a-f]{8,}", "id=…", text)
    lines = (line.rstrip() for line in text.split("\n"))
    return "\n".join(line for line in lines if line and not line.startswith(("#[version", "# from tvm")))


TEXTS, STEPS = Texts(), []


@tvm.instrument.pass_instrument
class Recorder:
    def __init__(self):
        self.open = []

    def run_before_pass(self, mod, info):
        step = {"name": info.name, "depth": len(self.open), "before": TEXTS.add(text_of(mod))}
        STEPS.append(step)
        self.open.append(step)

    def run_after_pass(self, mod, info):
        self.open.pop()["after"] = TEXTS.add(text_of(mod))


def stages(steps):
    """Graph optimization ends, and lowering begins, with the outermost pass that runs LowerTE."""
    lower = next(i for i, step in enumerate(steps) if step["name"] == "LowerTE")
    begin = max(i for i in range(lower + 1) if steps[i]["depth"] == 0)
    end = next(i for i in range(lower + 1, len(steps)) if steps[i]["depth"] == 0)
    return ["optimize" if i < begin else "lower" if i < end else "codegen" for i in range(len(steps))]


mod, params = model()
with contextlib.redirect_stdout(sys.stderr):
    with tvm.transform.PassContext(opt_level=3, instruments=[Recorder()]):
        relay.build(mod, target=TARGET, params=params)

with open(__file__, "rb") as source:
    digest = hashlib.sha256(source.read()).hexdigest()
json.dump(
    {
        "release": tvm.__version__.split("+")[0],
        "recorder": digest,
        "target": TARGET,
        "model": TEXTS.add(text_of(model()[0])),
        "steps": [
            [step["name"], step["depth"], stage, step["before"], step["after"]]
            for step, stage in zip(STEPS, stages(STEPS))
        ],
        "texts": TEXTS.texts,
        "lines": TEXTS.lines,
    },
    sys.stdout,
    separators=(",", ":"),
)
