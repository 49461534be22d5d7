import {crc32, deflateSync} from 'node:zlib';

/** Pixels as four bytes each, all opaque. */
export interface Picture {
  width: number;
  height: number;
  pixels: Uint8Array;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/**
 * Writes a picture of few colours as a PNG with a palette, a third of the size that it has without.
 *
 * @throws RangeError where it has more than 256
 */
export function toPalettePng({width, height, pixels}: Picture): Buffer {
  const view = new DataView(pixels.buffer, pixels.byteOffset);
  const palette = new Map<number, number>();
  // Each row begins with the filter that it has: none.
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const colour = view.getUint32((y * width + x) * 4);
      let index = palette.get(colour);
      if (index === undefined) {
        index = palette.size;
        palette.set(colour, index);
      }
      rows[y * (width + 1) + x + 1] = index;
    }
  }
  if (palette.size > 256) {
    throw new RangeError(`${palette.size} colours do not fit a palette`);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8); // bits of a pixel, which is an index
  const colours = [...palette.keys()].flatMap((c) => [c >>> 24, (c >>> 16) & 255, (c >>> 8) & 255]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Uint8Array.from(colours)),
    chunk('IDAT', deflateSync(rows, {level: 9})),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
