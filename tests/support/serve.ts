import type http from 'node:http';
import type {AddressInfo} from 'node:net';

/** A listener of this machine's loopback address. */
export interface Listening {
  port: number;
  close(): Promise<void>;
}

/** Lets a server listen on the loopback address. */
export async function listen(server: http.Server, port = 0): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
