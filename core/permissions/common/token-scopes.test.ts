import { describe, expect, it } from 'vitest';
import { actionNames } from './actions.ts';
import { missingScope, scopeOfAction, scopesAllow, tokenScopes } from './token-scopes.ts';

const scopes = (...names: string[]): ReadonlySet<string> => new Set(names);

describe('token scopes', () => {
  it('should cover every action of the tables but those of a session', () => {
    expect(actionNames.filter(action => scopeOfAction(action) === undefined).toSorted()).toEqual([
      'DeleteTeam',
      'GenerateSdkToken',
      'ManageBilling',
      'ManageOrganization',
      'ManageServiceTokens',
      'RevokeSdkToken',
      'TransferTeam',
      'UseAccount',
    ]);
  });

  it('should put no action that changes something into the scope that reads', () => {
    const reading = actionNames.filter(action => scopeOfAction(action) === 'read');
    expect(reading.filter(action => !/^(View|List|IsPaused|Download|RunExplore)/.test(action))).toEqual([]);
  });

  it.each([
    ['read', 'AnnotateItem', false, 'annotate'],
    ['read', 'UploadItem', true, 'items'],
    ['read', 'DownloadItem', true, undefined],
    ['annotate', 'AnnotateItem', false, undefined],
    ['annotate', 'ViewItem', true, 'read'],
    ['read', 'team-member', false, 'write'],
    ['items', 'team-member', false, undefined],
    ['items', 'ListTeamUsers', false, undefined],
    ['read', 'ListTeamUsers', false, 'write'],
    ['read', 'ManageOrganization', true, 'session'],
    ['read', 'super-admin', true, 'session'],
    ['read', 'UseAccount', true, 'session'],
  ] as const)('should answer for %s and a call with %s (reads: %s): %s', (scope, access, reads, missing) => {
    expect(missingScope(scopes(scope), access, reads)).toBe(missing);
  });

  it('should never let a token make tokens or give away a team, whatever its scopes', () => {
    const all = scopes(...tokenScopes);
    for (const action of ['GenerateSdkToken', 'ManageServiceTokens', 'TransferTeam', 'DeleteTeam', 'UseAccount'])
      for (const reads of [true, false]) expect(scopesAllow(all, action, reads)).toBe(false);
  });
});
