"""Prints, as one JSON line, which TVM this interpreter has and the packages installed beside it."""

import glob
import importlib.metadata
import json
import os
import platform
import re
import sys



def unreported(tvm):
    """Build options that libinfo() leaves out."""
    folder = os.path.dirname(tvm._ffi.libinfo.find_lib_path()[0])
    pipeline = tvm.get_global_func("tvm.pipeline_executor.create", allow_missing=True)
    return {
        "USE_PIPELINE_EXECUTOR": "ON" if pipeline else "OFF",
        "USE_VTA_FSIM": "ON" if glob.glob(os.path.join(folder, "libvta_fsim.*")) else "OFF",
    }


def numpy_features():
    """Instruction sets that NumPy chooses among when it starts, and that this machine has."""
    try:
        import numpy

        core = getattr(numpy, "_core", None) or numpy.core
        module = core._multiarray_umath
        return [name for name in module.__cpu_dispatch__ if module.__cpu_features__.get(name)]
    except (ImportError, AttributeError):
        return []


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
        tvm=tvm.__version__,
        numpyFeatures=numpy_features(),
        file=tvm.__file__,
        commit=commit if re.fullmatch(r"[0-9a-f]{40}", commit) else None,
        options={**unreported(tvm), **{str(name): str(value) for name, value in info.items()}},
    )
except Exception as error:  # whatever keeps TVM from being imported is the answer
    answer.update(tvm=None, error=f"{type(error).__name__}: {error}")
print("\n" + json.dumps(answer))
