/**
 * The web half of a plugin from outside: `import { defineWebHalf, useApi, PageHeader } from '@loupe/sdk/plugin/web'`.
 * `react` and `react/jsx-runtime` are imported as always; they are the product's own, as all values of this file are.
 */
import type * as mantine from '@mantine/core';
import type * as query from '@tanstack/react-query';
import type { ComponentType, JSX, ReactNode } from 'react';
import type * as router from 'react-router-dom';
import type * as valtio from 'valtio';
import type { PluginApi, PluginClient } from '../api.ts';
import type { PluginDisposable, PluginHook, PluginTap, PluginTapOptions } from '../index.ts';
import type { DeclaredOf, PluginManifest } from '../manifest.ts';

type Mantine = typeof mantine;
type Query = typeof query;
type Router = typeof router;
type Valtio = typeof valtio;

/** A component that is loaded when it is first shown: `() => import('./notes-page.tsx')`. */
export type PluginComponent<P = object> = () => Promise<{ readonly default: ComponentType<P> }>;

/** Context of a panel, such as `{ projectId }`. */
export interface PluginPanelProps {
  readonly context: Readonly<Record<string, unknown>>;
}

/** Moments of the page. A plugin that taps one says in its manifest when it is awake (`activation`). */
export interface PluginWebHooks {
  /** A team is entered. */
  readonly entering: PluginHook<(teamId: number) => Promise<void> | void>;
  /** A team is left: what is not saved must be saved now. */
  readonly leaving: PluginHook<(teamId: number) => Promise<void> | void>;
  /** Every navigation; an address as the answer leads there instead. */
  readonly navigating: PluginHook<(path: string) => Promise<string | undefined | void> | string | undefined | void>;
  /** Every action of a person, by name. */
  readonly tracked: PluginHook<(event: string, params: Readonly<Record<string, unknown>>) => void>;
}

/**
 * Services of a web half while it wakes; all of it is taken back when the plugin is switched off or the team is left.
 */
export interface PluginWebContext<M extends PluginManifest> {
  page(name: DeclaredOf<M, 'routes'>, load: PluginComponent): void;
  frame(name: DeclaredOf<M, 'frames'>, load: PluginComponent): void;
  panel(name: DeclaredOf<M, 'panels'>, load: PluginComponent<PluginPanelProps>): void;
  /** `available` says when it can run; always when absent. */
  command(
    name: DeclaredOf<M, 'commands'>,
    run: (argument: Readonly<Record<string, unknown>>) => void | Promise<void>,
    available?: () => boolean,
  ): void;
  readonly hooks: PluginWebHooks;
  /** Takes part in a moment, under the plugin's name. */
  tap<F>(hook: PluginHook<F>, fn: F, options?: PluginTapOptions): void;
  /**
   * Takes part in a hook by its name, as the map of hooks lists it: of the product itself, or of a plugin that the
   * manifest names (`items.saving`). Without effect while a plugin named as optional is off.
   */
  tap(hook: string, fn: PluginTap, options?: PluginTapOptions): void;
  /** Calls of a contract, for commands and hooks; components take `useApi`. */
  client<A extends PluginApi>(api: A): PluginClient<A>;
  /** Leads to an address of the product: `/t/${teamId()}/notes`. */
  go(path: string): void;
  /** The team that is open. Throws outside of one. */
  teamId(): number;
  /** Ends with the plugin: timers, listeners. */
  own(disposable: PluginDisposable): void;
}

/** Argument of `export default defineWebHalf(manifest, { … })`. */
export interface PluginWebHalf<M extends PluginManifest> {
  readonly activate: (context: PluginWebContext<M>) => void | Promise<void>;
}

/** Declares the web half; the default export of `web/index.ts`. */
export declare const defineWebHalf: <M extends PluginManifest>(manifest: M, half: PluginWebHalf<M>) => PluginWebHalf<M>;

/** Calls of a contract as functions, in a component. */
export declare const useApi: <A extends PluginApi>(api: A) => PluginClient<A>;
/** The team that is open. */
export declare const useTeam: () => {
  readonly id: number;
  readonly name: string;
  readonly user_role: number;
  readonly organization: { readonly id: number; readonly name: string };
};
/** Returns whether the person may do it here; for display only, the server asks again. */
export declare const useCan: (access: string) => boolean;
/** E-mail of the person. */
export declare const useEmail: () => string;

/** Data of the server, kept and shared: TanStack Query. */
export declare const useQuery: Query['useQuery'];
/** Changes on the server: TanStack Query. */
export declare const useMutation: Query['useMutation'];
/** The memory of `useQuery`, to make an answer old: TanStack Query. */
export declare const useQueryClient: Query['useQueryClient'];
/** State outside of components: valtio. */
export declare const proxy: Valtio['proxy'];
/** Such state in a component: valtio. */
export declare const useSnapshot: Valtio['useSnapshot'];
/** A link inside the product. */
export declare const Link: Router['Link'];
/** Parameters of the page's address. */
export declare const useParams: Router['useParams'];
/** The query of the page's address. */
export declare const useSearchParams: Router['useSearchParams'];
/**
 * The query of the page's address and the way to change it, which replaces the address. A change gets the query as it
 * is by then, so of two that follow one another at once none is lost:
 * `change(now => { const next = new URLSearchParams(now); next.set('sort', 'name'); return next; })`.
 */
export declare const useLatestParams: () => readonly [
  params: URLSearchParams,
  change: (next: (now: URLSearchParams) => URLSearchParams) => void,
];
/** Leads to another page. */
export declare const useNavigate: Router['useNavigate'];
/** The place of a frame's page. */
export declare const Outlet: Router['Outlet'];

/** Head of a page; its children are its buttons. */
export declare const PageHeader: (props: {
  readonly title: string;
  readonly count?: number;
  readonly children?: ReactNode;
}) => JSX.Element;
/** Body of a page; `flush` without a margin. */
export declare const PageBody: (props: { readonly children: ReactNode; readonly flush?: boolean }) => JSX.Element;
/** Row between head and body. */
export declare const PageToolbar: (props: { readonly children: ReactNode }) => JSX.Element;
/** Nothing is here yet, and what to do. */
export declare const EmptyState: (props: {
  readonly icon?: string;
  readonly text: string;
  readonly children?: ReactNode;
}) => JSX.Element;
/** A failure, with a way to try again. */
export declare const ErrorPanel: (props: { readonly error: unknown; readonly onRetry?: () => void }) => JSX.Element;
/** An icon of the product by its name. */
export declare const Icon: (props: { readonly name: string; readonly size?: number }) => JSX.Element;
/** Box to search a list; `/` leads to it. */
export declare const SearchBox: (props: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label?: string;
}) => JSX.Element;
/** A state as a dot and a word; colours are tokens, `var(--loupe-success)`. */
export declare const StatusChip: (props: { readonly label: string; readonly color: string }) => JSX.Element;
/** Actions of a row; children are `Menu.Item`. */
export declare const RowMenu: (props: { readonly of: string; readonly children: ReactNode }) => JSX.Element;
/** A short message, with a way to undo. */
export declare const toast: (
  text: string,
  options?: {
    readonly tone?: 'info' | 'success' | 'error';
    readonly undo?: () => void;
    readonly action?: { readonly label: string; readonly run: () => void };
  },
) => void;
/** Shows a failure as a short message. */
export declare const toastError: (error: unknown) => void;
/** Asks before something that cannot be undone. */
export declare const confirm: (confirmation: {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly danger?: boolean;
  readonly typed?: string;
}) => Promise<boolean>;
/** An ISO time, short. */
export declare const shortDate: (iso: string, now?: Date) => string;
/** An ISO time in full. */
export declare const longDate: (iso: string) => string;
/** Bytes for people. */
export declare const fileSize: (bytes: number) => string;

/** Components of Mantine that the product itself is made of, in its look. */
export declare const ActionIcon: Mantine['ActionIcon'];
/** @see https://mantine.dev/core/alert */
export declare const Alert: Mantine['Alert'];
/** @see https://mantine.dev/core/anchor */
export declare const Anchor: Mantine['Anchor'];
/** @see https://mantine.dev/core/button */
export declare const Button: Mantine['Button'];
/** @see https://mantine.dev/core/checkbox */
export declare const Checkbox: Mantine['Checkbox'];
/** @see https://mantine.dev/core/drawer */
export declare const Drawer: Mantine['Drawer'];
/** @see https://mantine.dev/core/group */
export declare const Group: Mantine['Group'];
/** @see https://mantine.dev/core/menu */
export declare const Menu: Mantine['Menu'];
/** @see https://mantine.dev/core/modal */
export declare const Modal: Mantine['Modal'];
/** @see https://mantine.dev/core/number-input */
export declare const NumberInput: Mantine['NumberInput'];
/** @see https://mantine.dev/core/progress */
export declare const Progress: Mantine['Progress'];
/** @see https://mantine.dev/core/select */
export declare const Select: Mantine['Select'];
/** @see https://mantine.dev/core/skeleton */
export declare const Skeleton: Mantine['Skeleton'];
/** @see https://mantine.dev/core/stack */
export declare const Stack: Mantine['Stack'];
/** @see https://mantine.dev/core/switch */
export declare const Switch: Mantine['Switch'];
/** @see https://mantine.dev/core/table */
export declare const Table: Mantine['Table'];
/** @see https://mantine.dev/core/text */
export declare const Text: Mantine['Text'];
/** @see https://mantine.dev/core/text-input */
export declare const TextInput: Mantine['TextInput'];
/** @see https://mantine.dev/core/textarea */
export declare const Textarea: Mantine['Textarea'];
/** @see https://mantine.dev/core/title */
export declare const Title: Mantine['Title'];
/** @see https://mantine.dev/core/tooltip */
export declare const Tooltip: Mantine['Tooltip'];
