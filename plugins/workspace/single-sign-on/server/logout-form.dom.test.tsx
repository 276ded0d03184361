import { createHash } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { FORM_POLICY, logoutFormPage } from './logout-form.ts';

it('should post its fields by the one script that its policy allows, and by a button without scripts', () => {
  const fields = { SAMLRequest: 'PD94+/=', RelayState: '"><script>alert(1)</script>&amp;' };
  const action = 'https://idp.example.org/slo?a=1&b="2"';
  const page = new DOMParser().parseFromString(logoutFormPage({ action, fields }), 'text/html');
  const form = page.forms[0]!;
  expect([form.method, form.getAttribute('action')]).toEqual(['post', action]);
  expect(Object.fromEntries(new FormData(form))).toEqual(fields);
  expect(form.querySelector('button')!.type).toBe('submit');

  const scripts = [...page.scripts].map(each => each.text);
  expect(scripts).toHaveLength(1);
  expect(FORM_POLICY).toContain(`'sha256-${createHash('sha256').update(scripts[0]!).digest('base64')}'`);
  const submit = vi.fn();
  Object.assign(form, { submit });
  // oxlint-disable-next-line no-new-func -- the script of the page, as a browser runs it
  new Function('document', scripts[0]!)(page);
  expect(submit).toHaveBeenCalledOnce();
});
