import http from 'node:http';
import net from 'node:net';

/** An answer as it came over the wire: nothing decoded, nothing followed. */
export interface RawAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

export interface RawOptions {
  method?: string;
  headers?: Record<string, string>;
}

/** Asks for a path exactly as written; `fetch` would tidy it first. */
export function rawRequest(
  origin: string,
  path: string,
  {method = 'GET', headers}: RawOptions = {},
): Promise<RawAnswer> {
  const {hostname, port} = new URL(origin);
  return new Promise((resolve, reject) => {
    const request = http.request({hostname, port, path, method, headers, agent: false}, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('end', () =>
        resolve({status: response.statusCode!, headers: response.headers, body: Buffer.concat(parts)}),
      );
    });
    request.once('error', reject).end();
  });
}

/** Sends bytes that no client would, and gives back what comes until the server closes; empty where it says nothing. */
export function rawBytes(origin: string, bytes: string | Buffer, timeout = 15_000): Promise<string> {
  const {hostname, port} = new URL(origin);
  return new Promise((resolve) => {
    const socket = net.connect(Number(port), hostname);
    let answer = '';
    socket.setTimeout(timeout, () => socket.destroy());
    socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
    socket.once('error', () => undefined).once('close', () => resolve(answer));
    socket.write(bytes);
  });
}
