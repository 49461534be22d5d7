"""Prints, as one JSON line, which TVM this interpreter has and the packages installed beside it."""

import importlib.metadata
import json
import platform
import re
import sys

answer = {
    "executable": sys.executable,
    "python": platform.python_version(),
    "packages": {
        re.sub(r"[-_.]+", "-", d.metadata["Name"]).lower(): d.version for d in importlib.metadata.distributions()
    },
}
try:
    import tvm

    info = tvm.support.libinfo()
    commit = str(info.get("GIT_COMMIT_HASH", ""))
    answer.update(
        tvm=tvm.__version__, file=tvm.__file__, commit=commit if re.fullmatch(r"[0-9a-f]{40}", commit) else None
    )
except Exception as error:  # whatever keeps TVM from being imported is the answer
    answer.update(tvm=None, error=f"{type(error).__name__}: {error}")
print("\n" + json.dumps(answer))
