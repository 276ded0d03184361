export { HttpSmsGateway } from './http-sms-gateway.ts';
export type { SmsSettings } from './http-sms-gateway.ts';
export { FolderMailer } from './folder-mailer.ts';
export { noMailer, refusalOf } from './mailer.ts';
export type { Mailer, MailMessage } from './mailer.ts';
export { SmtpMailer } from './smtp-mailer.ts';
export type { SmtpSettings } from './smtp-mailer.ts';
