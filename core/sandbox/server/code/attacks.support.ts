/**
 * An attack of code of people: a body of an async function that returns whatever it reached. `reached` lists powers of
 * an object.
 */
export type Attack = readonly [name: string, body: string];

/** Defines `reached`: names of powers that a sandbox must not have, found on an object and its prototypes. */
export const REACHED = `const reached = (thing = {}) => ['process', 'require', 'fetch', 'WebAssembly', 'XMLHttpRequest', 'WebSocket', 'Worker', 'Deno', 'Bun',
  'setTimeout', 'setInterval', 'std', 'os', 'Buffer', 'module', 'global', 'host', 'note', 'mainModule', 'binding'].filter(name => { try { return thing[name] !== undefined; } catch { return false; } });`;

/** Attacks on the JavaScript sandbox: those of the advisories of n8n, vm2 and the like, and of our own measurements. */
export const scriptAttacks: readonly Attack[] = [
  ['constructor of this', `return reached((function () { return this; }).constructor.constructor('return this')());`],
  ['Function', `return reached(Function('return this')());`],
  ['AsyncFunction', `return reached(await (async () => 0).constructor('return this')());`],
  ['GeneratorFunction', `return reached((function* () {}).constructor('yield this')().next().value);`],
  [
    'AsyncGeneratorFunction',
    `return reached((await (async function* () {}).constructor('yield this')().next()).value);`,
  ],
  ['constructor of a host function', `return reached(callHost.constructor('return this')());`],
  [
    'constructor of a host result',
    `return reached((await callHost('echo', {})).constructor.constructor('return this')());`,
  ],
  [
    'constructor of a host error',
    `return reached(await callHost('fails').catch(error => error.constructor.constructor('return this')()));`,
  ],
  [
    'prototype of a host error',
    `return reached(await callHost('fails').catch(error => Object.getPrototypeOf(error)));`,
  ],
  ['indirect eval', `return reached((0, eval)('this'));`],
  [
    'with statement',
    `return reached(Function('o', 'with (o) { return constructor.constructor("return this")(); }')({}));`,
  ],
  [
    'destructured constructor',
    `const { constructor: { constructor: make } } = () => 0; return reached(make('return this')());`,
  ],
  ['computed constructor', `return reached(''['con' + 'structor']['con' + 'structor']('return this')());`],
  ['tagged template', `return reached(Function\`return this\`());`],
  [
    'formatting of a string',
    `let got = []; \`\${{ toString() { got = reached(this.constructor.constructor('return this')()); return ''; } }}\`; return got;`,
  ],
  [
    'prepareStackTrace',
    `Error.prepareStackTrace = (_, sites) => sites; const { stack } = new Error(); return Array.isArray(stack) ? stack.flatMap(each => reached(each.getThis?.())) : [];`,
  ],
  ['caller of a function', `const get = new Function('return arguments.callee.caller'); return reached(get() ?? {});`],
  [
    'species of an array',
    `class Own extends Array { static get [Symbol.species]() { return Function; } } try { return reached(new Own(1).map(() => 'return this')); } catch { return []; }`,
  ],
  ['bound call', `return reached(Function.prototype.call.bind(Function)(null, 'return this')());`],
  ['Reflect.construct', `return reached(Reflect.construct(Function, ['return this'])());`],
  [
    'getter of a global',
    `return Object.getOwnPropertyNames(globalThis).flatMap(name => { try { return reached(globalThis[name]); } catch { return []; } });`,
  ],
  [
    'symbols of the global',
    `return Object.getOwnPropertySymbols(globalThis).flatMap(each => reached(globalThis[each]));`,
  ],
  [
    'import of a module of Node',
    `return await import('node:fs').then(module => ['imported', ...Object.keys(module)], () => []);`,
  ],
  ['import in made code', `return await Function('return import("fs")')().then(() => ['imported'], () => []);`],
  ['modules of QuickJS', `return await import('std').then(() => ['imported'], () => []);`],
  ['process.binding', `try { return [process.binding('fs')]; } catch { return []; }`],
  ['a file by require', `try { return [require('fs').readFileSync('/etc/passwd', 'utf8')]; } catch { return []; }`],
  [
    'shared memory',
    `return typeof Atomics === 'object' && typeof SharedArrayBuffer === 'function' ? await Promise.race([new Promise(end => { try { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1); end([]); } catch { end([]); } })]) : [];`,
  ],
  [
    'names of the prototype as calls',
    `return (await Promise.all(['constructor', '__proto__', 'toString', 'hasOwnProperty', ''].map(name => callHost(name).then(() => name, () => '')))).filter(Boolean);`,
  ],
  ['a call that is not granted', `return await callHost('fetch', { url: WITNESS }).then(() => ['sent'], () => []);`],
  ['too large an argument', `return await callHost('echo', 'x'.repeat(300000)).then(() => ['sent'], () => []);`],
  [
    'an argument that is a proxy',
    `return await callHost('echo', new Proxy({}, { get: () => { throw new Error('no'); } })).then(() => [], () => []);`,
  ],
  [
    'pollution by an argument',
    `await callHost('echo', JSON.parse('{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}')); return [];`,
  ],
  [
    'deep recursion',
    `const down = () => down(); try { down(); } catch (error) { return reached(error.constructor.constructor('return this')()); }`,
  ],
  [
    'recursion through a host call',
    `const down = n => callHost('echo', n).then(() => (n > 0 ? down(n - 1) : [])); return await down(10);`,
  ],
  // These change the language for everything after them.
  [
    'Promise.then replaced',
    `const { then } = Promise.prototype; let got = []; Promise.prototype.then = function (...rest) { got.push(...reached(this)); return then.apply(this, rest); }; await callHost('echo', 1); Promise.prototype.then = then; return got;`,
  ],
  [
    'prototype pollution',
    `Object.prototype.fault = { code: 'X', message: 'y' }; Object.prototype.polluted = 1; const got = await callHost('echo', 1).then(() => [], () => []); delete Object.prototype.fault; delete Object.prototype.polluted; return got;`,
  ],
  [
    'JSON replaced',
    `JSON.parse = () => ({ result: globalThis }); JSON.stringify = () => '{"kind":"ready"}'; return reached(await callHost('echo', {}));`,
  ],
  [
    'Array methods replaced',
    `Array.prototype.map = Array.prototype.join = () => { throw new Error('mine'); }; try { console.log('x', {}); } catch {} return [];`,
  ],
];

/** Attacks that end the sandbox, by the fault that ends it. */
export const endingAttacks: readonly (readonly [name: string, body: string, code: RegExp])[] = [
  ['a catastrophic regular expression', `return /^(a+)+$/.test('a'.repeat(40) + 'b');`, /TIMEOUT/],
  ['a toJSON that loops', `return { toJSON() { for (;;); } };`, /TIMEOUT/],
  [
    'one long native call',
    `return new Array(3e6).fill(0).map((_, at) => at * 7919 % 3e6).sort((a, b) => a - b).length;`,
    /TIMEOUT|OUT_OF_MEMORY/,
  ],
  ['a huge number', `return String(2n ** 200000000n).length;`, /TIMEOUT|OUT_OF_MEMORY|THROWN/],
  ['a string without end', `let text = 'x'; for (;;) text += text;`, /OUT_OF_MEMORY|THROWN|TIMEOUT/],
  ['calls without end', `for (;;) await callHost('echo', 1).catch(() => undefined);`, /SANDBOX_LOST|TIMEOUT/],
];

/**
 * Attacks on the process, as a program for Node that has all powers of the runtime: what is shut is shut by the
 * operating system.
 */
export const processAttacks = (server: number, port: number, file: string): string => `
const fs = require('fs'), net = require('net'), child = require('child_process'), dgram = require('dgram');
const out = {};
const attempt = (name, work) => { try { out[name] = String(work() ?? 'done').slice(0, 200); } catch { out[name] = 'held'; } };
attempt('read a file of the server', () => fs.readFileSync(${JSON.stringify(file)}, 'utf8'));
attempt('read accounts', () => fs.readFileSync('/etc/passwd', 'utf8'));
attempt('read the home of root', () => fs.readdirSync('/root'));
attempt('write beside the programs', () => fs.writeFileSync('/usr/bin/x', ''));
attempt('write the root', () => fs.writeFileSync('/x', ''));
attempt('fill the disk', () => fs.writeFileSync('/tmp/x', Buffer.alloc(40 * 1024 * 1024)));
attempt('see other processes', () => { try { process.kill(${server}, 0); } catch { throw 0; } });
attempt('read environments', () => { const found = fs.readdirSync('/proc').filter(each => /^\\d+$/.test(each)).map(each => { try { return fs.readFileSync('/proc/' + each + '/environ', 'utf8'); } catch { return ''; } }).join(''); if (!found.includes('CANARY')) throw 0; return found; });
attempt('own environment', () => { const names = Object.keys(process.env).filter(each => each !== 'PWD'); if (names.length === 0) throw 0; return names.join(); });
attempt('be root', () => { if (process.getuid() !== 0) throw 0; });
attempt('become root', () => process.setuid(0));
const run = (name, program, words) => attempt(name, () => { const done = child.spawnSync(program, words, { timeout: 2000 }); if (done.status !== 0) throw 0; return done.stdout; });
run('make a namespace', '/usr/bin/unshare', ['-Ur', '/usr/bin/true']);
run('mount', '/usr/bin/mount', ['-t', 'tmpfs', 'none', '/tmp']);
attempt('many processes', () => { const all = []; for (let at = 0; at < 200; at++) { const one = child.spawn('/usr/bin/sleep', ['5'], { stdio: 'ignore' }); one.on('error', () => undefined); if (one.pid === undefined) break; all.push(one); } all.forEach(each => each.kill('SIGKILL')); if (all.length < 200) throw 0; });
attempt('devices', () => { const names = fs.readdirSync('/dev').filter(each => /^(sd|vd|nvme|mem|kmem|kvm|fuse)/.test(each)); if (names.length === 0) throw 0; return names.join(); });
const knock = (name, open) => new Promise(end => { const socket = open(() => { out[name] = 'reached'; end(); }); socket.on('error', () => { out[name] = 'held'; end(); }); setTimeout(() => { out[name] ??= 'held'; end(); }, 1000); });
Promise.all([
  knock('reach the server', then => net.connect(${port}, '127.0.0.1', then)),
  knock('reach the network', then => net.connect(53, '192.0.2.1', then)),
  new Promise(end => { const socket = dgram.createSocket('udp4'); socket.on('error', () => end()); socket.send('x', ${port}, '127.0.0.1', () => { socket.close(); end(); }); }),
]).then(() => { process.stdout.write(JSON.stringify(out)); process.exit(0); });
`;

/** The same for Python, as the body of a handler. */
export const pythonAttacks = (server: number, port: number, file: string): string => `
import ctypes, glob, os, socket, subprocess
out = {}
def attempt(name, work):
    try:
        out[name] = str(work())[:200]
    except BaseException:
        out[name] = 'held'
def need(value):
    if not value: raise OSError()
    return value
attempt('read a file of the server', lambda: open(${JSON.stringify(file)}).read())
attempt('read accounts', lambda: open('/etc/passwd').read())
attempt('read the home of root', lambda: os.listdir('/root'))
attempt('write beside the programs', lambda: open('/usr/bin/x', 'w'))
attempt('write the root', lambda: open('/x', 'w'))
attempt('fill the disk', lambda: open('/tmp/x', 'wb').write(bytes(40 * 1024 * 1024)))
attempt('see other processes', lambda: os.kill(${server}, 0))
attempt('read environments', lambda: need([each for each in glob.glob('/proc/*/environ') if b'CANARY' in open(each, 'rb').read()]))
attempt('own environment', lambda: need([each for each in os.environ if each not in ('PWD', 'LC_CTYPE')]))
attempt('be root', lambda: need(os.getuid() == 0))
attempt('become root', lambda: os.setuid(0))
attempt('make a namespace', lambda: subprocess.run(['/usr/bin/unshare', '-Ur', '/usr/bin/true'], check=True, timeout=2))
attempt('make a namespace by a system call', lambda: need(ctypes.CDLL(None).unshare(0x10000000) == 0))
attempt('mount', lambda: need(ctypes.CDLL(None).mount(b'none', b'/tmp', b'tmpfs', 0, None) == 0))
attempt('trace another process', lambda: need(ctypes.CDLL(None).ptrace(16, 1, 0, 0) == 0))
attempt('load a module of the kernel', lambda: need(ctypes.CDLL(None).syscall(313, 0, b'', 0) == 0))
def fork_many():
    children = []
    try:
        for _ in range(200):
            child = os.fork()
            if child == 0:
                import time
                time.sleep(5)
                os._exit(0)
            children.append(child)
    finally:
        for child in children:
            os.kill(child, 9)
    return len(children)
attempt('many processes', fork_many)
attempt('devices', lambda: need([each for each in os.listdir('/dev') if each[:2] in ('sd', 'vd', 'nv', 'km') or each == 'fuse']))
attempt('reach the server', lambda: socket.create_connection(('127.0.0.1', ${port}), 1))
attempt('reach the network', lambda: socket.create_connection(('192.0.2.1', 53), 1))
attempt('send a datagram', lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(('192.0.2.1', 53)))
attempt('reach a socket of the system', lambda: socket.socket(socket.AF_UNIX).connect('/run/docker.sock'))
attempt('listen', lambda: need(socket.create_server(('127.0.0.1', 0))))
return out
`;
