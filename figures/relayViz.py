"""static/img/how_to/relay-viz.svg：docs/how_to/relay/relay_visualizer.md 里 draw 画出的图，换成随主题变色的样式。

用 0.13.0 的解释器运行，需要 Graphviz 的 dot。
"""

import pathlib
import re

import tvm

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/how_to/relay/relay_visualizer.md"
TARGET = ROOT / "static/img/how_to/relay-viz.svg"
TITLE = "融合前后的残差卷积块"
DESC = (
    "左边的框 main：image 到 nn.conv2d、nn.bias_add、nn.relu、add、nn.relu 依次相连，image 另有一条边到 add。"
    "右边的框 fused：同样五个算子在一个函数里，输入叫 p0、p1、p2；函数和 image 连到调用融合的函数，再到外层函数。"
)
STYLE = """svg:root { color: #1c1e21; --conv: #c6dbef; --fused: #fdd0a2 }
@media (prefers-color-scheme: dark) { svg:root { color: #e3e3e3; --conv: #23476b; --fused: #6b3d14 } }
text { font: 13px ui-monospace, Menlo, Consolas, "Noto Sans CJK SC", monospace; fill: currentColor }
.node :is(polygon, ellipse), .edge path, .cluster polygon { fill: none; stroke: currentColor }
.edge polygon { fill: currentColor; stroke: currentColor }
.cluster polygon { stroke-opacity: .4 }
.conv :is(polygon, ellipse) { fill: var(--conv) }
.fused :is(polygon, ellipse) { fill: var(--fused) }"""


def page_code():
    """页面里到画图为止的代码块。"""
    fences = re.findall(r"^```python(?! output)[^\n]*\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.S | re.M)
    end = next(index for index, fence in enumerate(fences) if 'draw(relay.transform' in fence)
    return "\n".join(fences[: end + 1])


def restyle(svg):
    box = re.search(r'viewBox="([^"]+)"', svg).group(1)
    body = svg[svg.index("<g id=") : svg.rindex("</svg>")]
    body = re.sub(r"<!--.*?-->\n?", "", body, flags=re.S)
    body = re.sub(r"<title>.*?</title>\n?", "", body)
    body = re.sub(r'<polygon fill="white".*?/>\n', "", body)
    for fill, name in (("#9ecae1", "conv"), ("#fdd0a2", "fused")):
        pattern = rf'class="node">\n(?=<(polygon|ellipse) fill="{fill}")'
        body = re.sub(pattern, f'class="node {name}">\n', body)
    body = re.sub(r' (fill|stroke|font-family|font-size)="[^"]*"', "", body)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" '
        'aria-labelledby="relay-viz-title relay-viz-desc">\n'
        f'<title id="relay-viz-title">{TITLE}</title>\n<desc id="relay-viz-desc">{DESC}</desc>\n'
        f"<style>\n{STYLE}\n</style>\n"
    )
    return f"{head}{body}</svg>\n"


if __name__ == "__main__":
    import contextlib
    import io
    import os
    import tempfile

    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        os.chdir(folder)
        exec(page_code(), {"__name__": "page"})  # pylint: disable=exec-used
        picture = pathlib.Path("both.svg").read_text(encoding="utf-8")
        os.chdir(ROOT)
    TARGET.write_text(restyle(picture), encoding="utf-8")
