import { z } from '#core/api/common/index.ts';

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$`);

/**
 * A domain of e-mail addresses in lower case, such as `example.com`. Domains of other scripts are written as browsers
 * send them (`xn--…`).
 */
export const domainName = z
  .string()
  .trim()
  .toLowerCase()
  .max(253, 'is longer than a domain name can be')
  .regex(DOMAIN, 'must be a domain such as example.com, without @ and without https://');

/** Returns the domain of an e-mail address; empty when there is none. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/** Name of the DNS record that proves a domain. */
export const proofRecord = (domain: string): string => `_loupe-challenge.${domain}`;

/** Address of the file that proves a domain. */
export const proofAddress = (domain: string): string => `https://${domain}/.well-known/loupe-challenge.txt`;

/** Content of the record or the file. */
export const proofText = (token: string): string => `loupe-domain=${token}`;
