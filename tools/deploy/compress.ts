import fs from 'node:fs';
import path from 'node:path';
import {promisify} from 'node:util';
import zlib from 'node:zlib';
import pMap from 'p-map';

const TEXT = /\.(?:html|js|mjs|css|json|svg|xml|xsl|txt|wasm|dot)$/;
/** Below this a packet holds the file anyway. */
const LEAST = 1024;

const gzip = promisify(zlib.gzip);
const brotli = promisify(zlib.brotliCompress);

/** How hard brotli tries. The last two steps take ten and twenty times as long, for files 4 and 5 in a hundred smaller. */
export const QUALITY = {usual: 9, smallest: zlib.constants.BROTLI_MAX_QUALITY};

/** Writes each file of text a second time, compressed: `a.html.gz` and `a.html.br`. */
export async function compressFiles(build: string, quality: number = QUALITY.usual): Promise<number> {
  const files = fs
    .readdirSync(build, {recursive: true, encoding: 'utf8'})
    .map((name) => path.join(build, name))
    .filter((file) => TEXT.test(file) && fs.statSync(file).size >= LEAST);
  await pMap(
    files,
    async (file) => {
      const text = await fs.promises.readFile(file);
      const params = {
        [zlib.constants.BROTLI_PARAM_QUALITY]: quality,
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      };
      await fs.promises.writeFile(`${file}.gz`, await gzip(text, {level: zlib.constants.Z_BEST_COMPRESSION}));
      await fs.promises.writeFile(`${file}.br`, await brotli(text, {params}));
    },
    {concurrency: 4},
  );
  return files.length;
}
