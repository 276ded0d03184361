// The frame of a guest without a face: it runs in a worker, which obeys the policy of this document. No foreign code ever runs here.
const address = URL.createObjectURL(new Blob([workerText], { type: 'text/javascript' }));
const second = document.createElement('meta');
second.httpEquiv = 'Content-Security-Policy';
second.content = policy;
document.head.append(second);
for (const script of document.querySelectorAll('script')) script.remove();
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
  const worker = new Worker(address, { name: 'guest' });
  URL.revokeObjectURL(address);
  worker.postMessage(hello, [port]);
});
