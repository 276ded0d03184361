// oxlint-disable no-unused-expressions -- the text is one expression, which another text calls
// Begins a guest in a sealed realm, a frame's or a worker's. The text of this one expression is put into the frame document (app-frame.ts). What
// is used after foreign code has begun is taken hold of before: foreign code may change every built-in thing.
limits => {
  'use strict';
  const { apply, deleteProperty, getPrototypeOf, ownKeys, getOwnPropertyDescriptor, defineProperty } = Reflect;
  const Made = Function;
  const clone = structuredClone;
  const now = performance.now.bind(performance);
  const dataOf = getOwnPropertyDescriptor(MessageEvent.prototype, 'data').get;
  const isView = ArrayBuffer.isView;
  const text = String;
  const slice = String.prototype.slice;

  /** Ways out that a policy does not know or not everywhere honours, and what a guest has no use for. The policy is the wall; this is a second one in front. */
  const globals =
    /^(RTC.*|webkitRTC.*|WebTransport.*|WebSocket.*|Worker|SharedWorker.*|ServiceWorker.*|Worklet.*|EventSource|XMLHttpRequest.*|fetch|fetchLater|importScripts|open|print|alert|confirm|prompt|BroadcastChannel|caches|Cache|CacheStorage|indexedDB|IDB.*|sharedStorage.*|SharedStorage.*|localStorage|sessionStorage|cookieStore|CookieStore|PaymentRequest|Notification|Push.*|BackgroundFetch.*|FedCM|IdentityProvider|IdentityCredential|HTMLFencedFrameElement|HTMLPortalElement|FencedFrameConfig|fence|launchQueue|showOpenFilePicker|showSaveFilePicker|showDirectoryPicker|queryLocalFonts|getScreenDetails|requestFileSystem|webkitRequestFileSystem|webkitRequestFileSystemSync|webkitResolveLocalFileSystemURL|openDatabase|TCPSocket|TCPServerSocket|UDPSocket|Presentation.*|RemotePlayback|Bluetooth.*|USB.*|HID.*|Serial.*|SpeechRecognition|webkitSpeechRecognition|navigation|Navigation|XSLTProcessor)$/;
  const ofNavigator =
    /^(sendBeacon|serviceWorker|storage|webkitTemporaryStorage|webkitPersistentStorage|locks|credentials|geolocation|mediaDevices|mediaSession|getUserMedia|webkitGetUserMedia|mozGetUserMedia|usb|bluetooth|serial|hid|clipboard|share|canShare|requestMIDIAccess|registerProtocolHandler|unregisterProtocolHandler|presentation|wakeLock|xr|gpu|contacts|ink|virtualKeyboard|windowControlsOverlay|joinAdInterestGroup|leaveAdInterestGroup|updateAdInterestGroups|runAdAuction|createAuctionNonce|clearOriginJoinedAdInterestGroups|deprecated.*|adAuctionComponents|getInstalledRelatedApps|setAppBadge|clearAppBadge|login|preferences|vibrate|protectedAudience|devicePosture)$/;

  const strip = (holder, pattern) => {
    for (let each = holder; each !== null && each !== Object.prototype; each = getPrototypeOf(each)) {
      for (const name of ownKeys(each)) {
        if (typeof name !== 'string' || !pattern.test(name)) continue;
        if (!deleteProperty(each, name)) defineProperty(each, name, { value: undefined });
      }
    }
  };
  strip(self, globals);
  strip(navigator, ofNavigator);
  if (typeof History !== 'undefined') strip(History.prototype, /^(back|forward|go|pushState|replaceState)$/);
  if (typeof Document !== 'undefined')
    strip(
      Document.prototype,
      /^(requestStorageAccess.*|hasStorageAccess|browsingTopics|requestFullscreen|startViewTransition)$/,
    );
  if (typeof Element !== 'undefined')
    strip(
      Element.prototype,
      /^(requestFullscreen|webkitRequestFullscreen|webkitRequestFullScreen|requestPointerLock)$/,
    );
  if (typeof CSS !== 'undefined') strip(CSS, /Worklet$/);

  const getter = (constructor, name) => getOwnPropertyDescriptor(constructor.prototype, name).get;
  const TypedArray = getPrototypeOf(Uint8Array);
  const sizes = new Map([
    [ArrayBuffer.prototype, getter(ArrayBuffer, 'byteLength')],
    [DataView.prototype, getter(DataView, 'byteLength')],
    [Blob.prototype, getter(Blob, 'size')],
  ]);
  const [objects, arrays, maps, sets, pictures] = [
    Object.prototype,
    Array.prototype,
    Map.prototype,
    Set.prototype,
    ImageData.prototype,
  ];
  const [eachOfMap, eachOfSet, sizeFor, has, add] = [
    Map.prototype.forEach,
    Set.prototype.forEach,
    Map.prototype.get,
    Set.prototype.has,
    Set.prototype.add,
  ];
  const [lengthOfView, bytesOfPicture] = [getter(TypedArray, 'byteLength'), getter(ImageData, 'data')];

  /** About how many bytes a fresh clone takes; counts no further than the most. Clones have the prototypes of this realm, whatever the guest made of its own. */
  const sizeOf = data => {
    let size = 0;
    let left = { value: data, next: undefined };
    const seen = new Set();
    const look = value => {
      left = { value, next: left };
    };
    while (left !== undefined && size <= limits.messageBytes) {
      const each = left.value;
      left = left.next;
      if (typeof each === 'string') size += each.length * 2;
      else if (typeof each !== 'object' || each === null) size += 8;
      else if (!apply(has, seen, [each])) {
        apply(add, seen, [each]);
        const kind = getPrototypeOf(each);
        const measure = apply(sizeFor, sizes, [kind]);
        if (measure !== undefined) size += apply(measure, each, []);
        else if (isView(each)) size += apply(lengthOfView, each, []);
        else if (kind === maps)
          apply(eachOfMap, each, [
            (value, key) => {
              look(key);
              look(value);
            },
          ]);
        else if (kind === sets) apply(eachOfSet, each, [look]);
        else if (kind === pictures) size += apply(lengthOfView, apply(bytesOfPicture, each, []), []);
        else if (kind === arrays && each.length * 8 > limits.messageBytes) size += each.length * 8;
        else if (kind === objects || kind === arrays) {
          const keys = ownKeys(each);
          size += 16 + keys.length * 8;
          for (let at = 0; at < keys.length; at++) look(each[keys[at]]);
        } else size += 256;
      }
    }
    return size;
  };

  return port => {
    const post = port.postMessage.bind(port);
    const end = port.close.bind(port);
    let listeners = [];
    let waiting = [];
    let waitingBytes = 0;
    // Sizes of what is on its way, the oldest first.
    let away = [];
    let awayBytes = 0;
    let ended = false;
    let errors = 0;
    let since = 0;

    const stop = message => {
      if (ended) return;
      ended = true;
      waiting = [];
      post({ kind: 'excess', message });
    };
    const mayGo = size => away.length === 0 || (away.length < limits.window && awayBytes + size <= limits.windowBytes);
    const go = ({ data, size }) => {
      away.push(size);
      awayBytes += size;
      post({ kind: 'message', data });
    };
    const transport = Object.freeze({
      send(message) {
        if (ended) return;
        if (typeof message !== 'object' || message === null) throw new TypeError('A message must be an object.');
        const data = clone(message);
        const size = sizeOf(data);
        if (size > limits.messageBytes)
          throw new RangeError(`A message can have ${limits.messageBytes / 1048576} MB at most.`);
        if (waiting.length === 0 && mayGo(size)) go({ data, size });
        else if (waiting.length >= limits.waiting || waitingBytes + size > limits.waitingBytes)
          stop('The code sent messages faster than they could be handled, so it was stopped.');
        else {
          waiting.push({ data, size });
          waitingBytes += size;
        }
      },
      listen(listener) {
        if (typeof listener !== 'function') throw new TypeError('A listener must be a function.');
        listeners = [...listeners, listener];
        return () => {
          listeners = listeners.filter(each => each !== listener);
        };
      },
      close() {
        ended = true;
        listeners = [];
        waiting = [];
      },
    });

    const clip = (value, length) => apply(slice, text(value), [0, length]);
    const tell = (error, message, line, column) => {
      const at = now();
      if (at - since > 1000) {
        since = at;
        errors = 0;
      }
      if (errors++ >= limits.errorsPerSecond) return;
      let thrownText = 'The code threw something that cannot be shown.';
      let stack;
      try {
        const isError = typeof error === 'object' && error !== null && 'message' in error;
        thrownText = clip(isError ? `${error.name ?? 'Error'}: ${error.message}` : (message ?? error), 2000);
        if (isError && typeof error.stack === 'string') stack = clip(error.stack, 8000);
      } catch {
        // What was thrown throws when it is read.
      }
      post({
        kind: 'error',
        message: thrownText,
        stack,
        line: typeof line === 'number' ? line : undefined,
        column: typeof column === 'number' ? column : undefined,
      });
    };
    addEventListener('error', event => tell(event.error, event.message, event.lineno, event.colno));
    addEventListener('unhandledrejection', event => tell(event.reason));

    const hear = {
      run({ code }) {
        post({ kind: 'begun' });
        try {
          new Made('transport', code)(transport);
        } catch (error) {
          tell(error);
          post({ kind: 'failed' });
          return;
        }
        post({ kind: 'ready' });
      },
      message({ data }) {
        const heard = listeners;
        for (let at = 0; at < heard.length; at++) {
          try {
            heard[at](data);
          } catch (error) {
            tell(error);
          }
        }
      },
      handled({ count }) {
        for (let at = 0; at < count; at++) awayBytes -= away[at];
        away = away.slice(count);
        let sent = 0;
        for (; sent < waiting.length && mayGo(waiting[sent].size); sent++) {
          waitingBytes -= waiting[sent].size;
          go(waiting[sent]);
        }
        if (sent > 0) waiting = waiting.slice(sent);
      },
      ping() {
        post({ kind: 'pong' });
      },
      stop() {
        end();
      },
    };
    port.onmessage = event => {
      const message = apply(dataOf, event, []);
      hear[message.kind](message);
    };
  };
};
