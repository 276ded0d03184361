import { describe, expect, it } from 'vitest';
import { z } from '#core/api/common/index.ts';
import { integrationConfigs, integrationSecrets } from '../common/integration.ts';
import { configFields, configValues } from './config-fields.ts';

describe('fields of an integration', () => {
  it('should be those the server asks for, with its defaults, each with words of its own', () => {
    const fields = configFields(z.toJSONSchema(integrationConfigs[7], { io: 'input' }));
    expect(fields.map(each => [each.key, each.kind, each.required])).toEqual([
      ['region', 'text', false],
      ['prefix', 'text', false],
      ['access_key_id', 'text', true],
      ['endpoint', 'text', true],
      ['force_path_style', 'switch', false],
    ]);
    expect(fields.find(each => each.key === 'region')?.initial).toBe('us-east-1');
    for (const schema of [
      integrationConfigs[1],
      integrationConfigs[4],
      integrationConfigs[7],
      integrationConfigs[8],
      ...Object.values(integrationSecrets),
    ])
      for (const each of configFields(z.toJSONSchema(schema, { io: 'input' }))) expect(each.label).toMatch(/^[A-Z]/);
  });

  it('should send their values, and nothing for those that must not be empty', () => {
    const fields = configFields(z.toJSONSchema(integrationConfigs[7], { io: 'input' }));
    expect(configValues(fields, { endpoint: ' https://s3.test ', prefix: '  ', force_path_style: false })).toEqual({
      region: 'us-east-1',
      prefix: '',
      endpoint: 'https://s3.test',
      force_path_style: false,
    });
    expect(configFields(null)).toEqual([]);
  });
});
