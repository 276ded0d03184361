import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly data: string;
}

/** An SMTP server (RFC 5321, without extensions) that keeps what it is sent. */
export interface SmtpServer {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** Every command it was given. */
  readonly lines: readonly string[];
  readonly close: () => Promise<void>;
}

/** Starts one on a free port; with `refuse` it answers each receiver with that code. */
export async function startSmtpServer({ refuse }: { readonly refuse?: number } = {}): Promise<SmtpServer> {
  const mails: ReceivedMail[] = [];
  const lines: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    let [from, to, data, inData, rest] = ['', [] as string[], '', false, ''];
    const say = (text: string): void => void socket.write(`${text}\r\n`);
    const address = (line: string): string => /<(.*?)>/.exec(line)?.[1] ?? '';
    say('220 test');
    socket.on('data', chunk => {
      rest += chunk.toString('utf8');
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (inData) {
          if (line !== '.') data += `${line.replace(/^\.\./, '.')}\n`;
          else {
            inData = false;
            mails.push({ from, to, data });
            say('250 kept');
          }
          continue;
        }
        lines.push(line);
        const command = line.slice(0, 4).toUpperCase();
        if (command === 'EHLO' || command === 'HELO' || command === 'RSET' || command === 'NOOP') say('250 test');
        else if (command === 'MAIL') {
          [from, to, data] = [address(line), [], ''];
          say('250 ok');
        } else if (command === 'RCPT') {
          if (refuse === undefined) {
            to.push(address(line));
            say('250 ok');
          } else say(`${refuse} no`);
        } else if (command === 'DATA') {
          inData = true;
          say('354 go on');
        } else if (command === 'QUIT') {
          say('221 bye');
          socket.end();
        } else say('502 unknown');
      }
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    lines,
    close: () =>
      new Promise(resolve => {
        for (const each of sockets) each.destroy();
        server.close(() => resolve());
      }),
  };
}
