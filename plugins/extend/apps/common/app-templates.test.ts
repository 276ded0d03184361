import { expect, it } from 'vitest';
import { appTemplates, filesOfTemplate } from './app-templates.ts';
import { readManifest } from './read-manifest.ts';

it.each(appTemplates.map(each => [each.title, each] as const))(
  'should begin an app that can be published: %s',
  (_, template) => {
    expect(readManifest(filesOfTemplate(template, ' Mine '))).toMatchObject({
      manifest: { name: 'Mine', entry: 'main.tsx' },
      problems: [],
    });
  },
);
