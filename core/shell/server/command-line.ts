import { parseArgs } from 'node:util';
import { Fault } from '#core/base/common/index.ts';
import type { Keys } from '#core/data/server/index.ts';
import type { App } from './app.ts';
import type { Configuration } from './configuration.ts';
import type { OpenedStores } from './open-resources.ts';
import { PLUGIN_USAGE } from './outside/plugin-terminal.ts';

export const USAGE = `loupe COMMAND [options] [--json]

  user create --email EMAIL [--name "First Last"] [--password TEXT] [--admin] [--organization NAME] [--team NAME]
                                   make an account; prints the password when none is given. It joins --team, or
                                   makes it where there is none. --organization is the one of the team: without it
                                   the one named like the team, which is made where there is none
  user password --email EMAIL [--password TEXT]
                                   set a new password; all sessions end
  user reset-mfa --email EMAIL     remove the second factor of somebody who lost it; all sessions end
  sdk-token --team ID --user EMAIL make an SDK token and print it once
  demo                             make the demo organization
  migrate                          bring the database to the newest state
  upgrade [--stop]                 back the database up while the server runs and try the migrations of this
                                   version on a copy; --stop then stops the server and migrates the database
  stop                             let the running server finish what it does, then end it
  backup FILE [--verify] [--without-files]
                                   write database, files and keys to one archive; --verify restores it into a
                                   scratch database and compares all rows and files
  restore FILE [--replace]         read such an archive into an empty installation; --replace deletes what the
                                   database holds, once the archive is verified
  maintenance on --message TEXT [--until TIME] [--read-only]
                                   refuse the calls of everybody but super-admins; TIME like 2026-11-24T02:00:00Z
  maintenance off                  let everybody in again
  audit verify [--organization ID] check that no entry of the audit log was changed or deleted
  plugins list                     installed plugins and their state
${PLUGIN_USAGE}

Settings are read from the environment, as by the server; see Configuration in the documentation.`;

/** Result of a command: for people and, with --json, for programs. */
export interface Outcome {
  readonly text: string;
  readonly data: unknown;
}

/** Services of commands; each is opened at the first call. In a running server they are the server's own. */
export interface CommandServices {
  readonly configuration: Configuration;
  /** True inside a running server: commands that need the installation to themselves are refused. */
  readonly running: boolean;
  stores(): Promise<Omit<OpenedStores, 'keys'>>;
  keys(): Promise<Keys>;
  app(): Promise<App>;
  /** Begins the end of the running server; absent outside of one. */
  readonly stop?: () => void;
}

export interface CommandLine {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

/** Reads the words and options of a command line. Throws USAGE on an unknown option. */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        email: text,
        name: text,
        password: text,
        organization: text,
        team: text,
        user: text,
        dir: text,
        bundled: text,
        admin: flag,
        message: text,
        until: text,
        'read-only': flag,
        verify: flag,
        'without-files': flag,
        replace: flag,
        stop: flag,
        json: flag,
        help: flag,
      },
    });
    return { words: positionals, options: values };
  } catch (error) {
    throw new Fault('USAGE', `${(error as Error).message}\n\n${USAGE}`);
  }
}

/** Carries one command out. */
export type Command = (services: CommandServices, line: CommandLine) => Promise<Outcome>;

/** The text of an option; undefined when it is absent or empty. */
export const optional = (line: CommandLine, name: string): string | undefined => {
  const value = line.options[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** The text of an option. @throws Fault USAGE when it is absent. */
export const need = (line: CommandLine, name: string): string => {
  const value = optional(line, name);
  if (value === undefined) throw new Fault('USAGE', `--${name} is missing.\n\n${USAGE}`);
  return value;
};
