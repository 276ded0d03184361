// The worker of a guest without a face. `begin` precedes this text (app-frame.ts).
const take = begin();
addEventListener('message', function hear(event) {
  const [port] = event.ports;
  removeEventListener('message', hear);
  take(port);
});
