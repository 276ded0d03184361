import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mailer, MailMessage } from './mailer.ts';
import { mailFailed } from './mailer.ts';

/** Writes each mail as a file `.eml` into a folder: for development and tests. */
export class FolderMailer implements Mailer {
  readonly kind = 'folder';

  constructor(
    private readonly folder: string,
    private readonly from: string,
  ) {}

  async send(message: MailMessage): Promise<string> {
    try {
      const { message: bytes } = await createTransport({ streamTransport: true, buffer: true }).sendMail({
        ...message,
        from: this.from,
      });
      await mkdir(this.folder, { recursive: true });
      const file = join(
        this.folder,
        `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`,
      );
      await writeFile(file, bytes as Buffer);
      return file;
    } catch (error) {
      throw mailFailed('the folder of mails (MAIL_DIR) can’t be written', error);
    }
  }
}
