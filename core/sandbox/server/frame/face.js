// The frame of a guest with a face. `begin`, `hello` and `policy` precede this text (app-frame.ts).
const take = begin();
addEventListener('message', function hear(event) {
  const [port, ...more] = event.ports;
  if (
    event.source !== parent ||
    event.origin !== location.origin ||
    event.data !== hello ||
    port === undefined ||
    more.length > 0
  )
    return;
  removeEventListener('message', hear);
  take(port);
});
// From here on only code that came by the port runs: a policy is added that knows no nonce, which foreign code could find out.
const second = document.createElement('meta');
second.httpEquiv = 'Content-Security-Policy';
second.content = policy;
document.head.append(second);
for (const script of document.querySelectorAll('script')) script.remove();
