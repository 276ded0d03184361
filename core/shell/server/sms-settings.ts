import { Fault } from '#core/base/common/index.ts';
import type { SmsSettings } from '#core/mail/server/index.ts';

/** Returns the gateway for text messages; undefined without one. @throws Fault CONFIGURATION */
export function smsSettings(url: string | undefined, token: string | undefined): SmsSettings | undefined {
  if (url === undefined) {
    if (token === undefined) return undefined;
    throw new Fault('CONFIGURATION', 'SMS_GATEWAY_TOKEN is set and SMS_GATEWAY_URL is not: name the gateway');
  }
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Fault(
      'CONFIGURATION',
      'SMS_GATEWAY_URL is not valid: use an address such as https://sms.example.org/send',
    );
  return { url, token };
}
