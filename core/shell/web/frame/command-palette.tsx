import { Group, ScrollArea, Text, TextInput } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { CommandRegistry } from '#core/commands/web/index.ts';
import { menuLinks, useKeyMap, useService, WebPluginHost } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { Icon, Modal, ShortcutKey } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import classes from '../shell.module.css';
import { findOptions } from './palette-search.ts';

/** Menus whose pages can be gone to from here, whoever put them there. */
const MENUS = ['main', 'project.tabs', 'project.setup'];

interface Option {
  readonly id: string;
  readonly title: string;
  readonly group: string;
  readonly chord?: string;
  readonly run: () => void;
}

/** Ctrl+K: every page and command one may use here, by typing a part of its name. Without `pages`, commands only. */
export function CommandPalette({
  opened,
  onClose,
  pages = true,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly pages?: boolean;
}): JSX.Element {
  const chosen = useRef<Option>(undefined);
  const [gone, setGone] = useState(0);
  // Commands rest while a dialog has the keyboard, so what was chosen is done when this one is gone, at once.
  useEffect(() => {
    const option = chosen.current;
    chosen.current = undefined;
    option?.run();
  }, [gone]);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setGone(before => before + 1)}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': messages.shared.searchOrRunACommand } }}
      padding="xs"
      size="md"
      yOffset="12vh"
      centered={false}
    >
      {opened ? (
        <Palette
          pages={pages}
          onChoose={option => {
            chosen.current = option;
            onClose();
          }}
        />
      ) : undefined}
    </Modal>
  );
}

function Palette({
  pages: pagesToo,
  onChoose,
}: {
  readonly pages: boolean;
  readonly onChoose: (option: Option) => void;
}): JSX.Element {
  const commands = useService(CommandRegistry);
  const host = useService(WebPluginHost);
  const keys = useKeyMap();
  const teams = useService(TeamStore);
  const navigate = useNavigate();
  const params = useParams();
  const { commands: declared } = useSnapshot(commands.state);
  const { team } = useSnapshot(teams.state);
  const { menuVersion } = useSnapshot(host.state);
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  // What could be done before this dialog took the keyboard, can be done when it is gone.
  const [before] = useState(() => new Set([...declared.keys()].filter(id => commands.offered(id))));

  const options = useMemo<readonly Option[]>(() => {
    const known: Readonly<Record<string, string | undefined>> = {
      ...params,
      teamId: team === undefined ? undefined : String(team.id),
    };
    const offered = (id: string): boolean => before.has(id) || commands.offered(id);
    const chordOf = (id: string | undefined): { readonly chord?: string } => {
      const [first] = id === undefined ? [] : keys.chords(id);
      return first === undefined ? {} : { chord: keys.shown(first) };
    };
    const pages = !pagesToo
      ? []
      : host.state.enabled.flatMap(manifest =>
          Object.entries(manifest.routes ?? {}).flatMap(([name, route]): Option[] => {
            const names = [...route.path.matchAll(/:(\w+)/g)].map(each => each[1]!);
            if (!names.every(each => known[each] !== undefined) || !teams.can(route.access)) return [];
            return [
              {
                id: `${manifest.id}.${name}`,
                title: route.title,
                group: messages.commandPalette.goTo,
                run: () => void navigate(route.path.replace(/:(\w+)/g, (_, each: string) => known[each]!)),
              },
            ];
          }),
        );
    const runnable = [...declared.values()]
      .filter(each => !each.hidden && offered(each.id))
      .map((each): Option => ({
        id: each.id,
        title: each.title,
        group: messages.groups.do,
        ...chordOf(each.id),
        run: () => void commands.run(each.id),
      }));
    const listed = new Set(pages.map(each => each.id));
    const linked = !pagesToo
      ? []
      : MENUS.flatMap(menu => menuLinks(host, teams, menu, known))
          .filter(each => !listed.has(each.id))
          .map((each): Option => ({
            id: each.id,
            title: each.title,
            group: messages.commandPalette.goTo,
            run: () => void navigate(each.path),
          }));
    // What plugins add for what is on screen, such as commands of apps.
    const added = host
      .menu('palette', known)
      .filter(
        each =>
          each.command !== undefined &&
          each.disabled !== true &&
          teams.can(each.access ?? 'team-member') &&
          offered(each.command),
      )
      .map((each): Option => ({
        id: each.id,
        title: each.title,
        group: each.group ?? messages.commandPalette.do,
        ...chordOf(each.keyed),
        run: () => void commands.run(each.command!, { ...known, ...each.argument }),
      }));
    return [...runnable, ...added, ...pages, ...linked];
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- menus change in place; their version says when
  }, [before, commands, declared, host, keys, navigate, pagesToo, params, team, teams, menuVersion]);

  const found = findOptions(options, search);

  useEffect(() => {
    // In braces: newer browsers answer a promise, which React would take for the way to undo the effect.
    list.current?.querySelector('[data-active="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const choose = (option: Option | undefined): void => {
    if (option !== undefined) onChoose(option);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setActive((active + (event.key === 'ArrowDown' ? 1 : found.length - 1)) % Math.max(1, found.length));
    }
    if (event.key === 'Enter') choose(found[active]);
  };

  return (
    <>
      {/* Focused as it is drawn: the dialog does so a moment later, and what is typed in between would go to the page below. */}
      <TextInput
        size="sm"
        placeholder={messages.commandPalette.typeACommandOrPage}
        aria-label={messages.commandPalette.commandOrPage}
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls="palette-results"
        {...(found[active] === undefined ? {} : { 'aria-activedescendant': `palette-${found[active].id}` })}
        autoFocus
        data-autofocus
        value={search}
        onChange={event => {
          setSearch(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={press}
        leftSection={<Icon name="search" size={14} />}
      />
      <ScrollArea.Autosize mah={340} mt="xs" viewportRef={list}>
        {found.length === 0 ? (
          <Text c="var(--loupe-muted)" p="sm" role="status">
            {messages.commandPalette.nothingMatches}
          </Text>
        ) : undefined}
        <div role="listbox" id="palette-results" aria-label={messages.commandPalette.results}>
          {found.map((option, index) => (
            <div
              key={option.id}
              id={`palette-${option.id}`}
              role="option"
              aria-selected={index === active}
              data-active={index === active}
              className={classes['option']}
              onClick={() => choose(option)}
              onMouseMove={() => setActive(index)}
            >
              <Text>{option.title}</Text>
              <Group gap={6}>
                {option.chord === undefined ? undefined : <ShortcutKey chord={option.chord} />}
                <Text size="sm" c="var(--loupe-muted)">
                  {option.group}
                </Text>
              </Group>
            </div>
          ))}
        </div>
      </ScrollArea.Autosize>
    </>
  );
}
