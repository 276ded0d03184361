import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CONFIGURATION_NAMES, readConfiguration } from '../../core/shell/server/configuration.ts';

const root = join(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(join(root, 'examples/deploy', name), 'utf8');
const known = new Set<string>([...CONFIGURATION_NAMES, 'NODE_ENV']);

it('should set only settings that the server has', () => {
  const service = /\n {2}loupe:\n([\s\S]*?)\n {2}database:/.exec(read('compose.yaml'))![1]!;
  const compose = [...service.matchAll(/^ {6}([A-Z][A-Z0-9_]+):/gm)].map(match => match[1]!);
  const image = [.../^ENV (.+)$/m.exec(read('Dockerfile'))![1]!.matchAll(/([A-Z0-9_]+)=/g)].map(match => match[1]!);
  const unit = [.../^Environment=(.+)$/m.exec(read('loupe.service'))![1]!.matchAll(/([A-Z0-9_]+)=/g)].map(
    match => match[1]!,
  );
  expect(compose.length).toBeGreaterThan(5);
  expect([...compose, ...image, ...unit].filter(each => !known.has(each))).toEqual([]);
});

it('should start the file that the build writes', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const config = readFileSync(join(root, 'vite.config.ts'), 'utf8');
  expect(config).toContain("outDir: 'dist/server'");
  for (const file of ['Dockerfile', 'loupe.service']) expect(read(file)).toContain('dist/server/main.js');
  expect(scripts['build']).toBeDefined();
  expect(existsSync(join(root, 'core/shell/server/main.ts'))).toBe(true);
});

it('should run the workflow by scripts that are there', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const docs = ['workflows/test.yml', 'CONTRIBUTING.md']
    .map(each => readFileSync(join(root, '.github', each), 'utf8'))
    .join('\n');
  const named = [...docs.matchAll(/npm (?:run )?([a-z][a-z0-9:]*)/g)]
    .map(match => match[1]!)
    .filter(each => !['ci', 'start', 'test'].includes(each));
  expect(named.filter(each => scripts[each] === undefined)).toEqual([]);
});

it('should put the address of the connection into X-Forwarded-For in the nginx example, and trust one proxy', () => {
  const page = readFileSync(join(root, 'sdk/python.md'), 'utf8');
  expect(page).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
  expect(page).not.toContain('$proxy_add_x_forwarded_for');
  expect(readConfiguration({ TRUST_PROXY: /TRUST_PROXY=(\w+)/.exec(page)![1]! }).trustProxy).toBe(1);
});
