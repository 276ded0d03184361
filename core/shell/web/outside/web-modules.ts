import {
  ActionIcon,
  Alert,
  Anchor,
  Button,
  Checkbox,
  Drawer,
  Group,
  Menu,
  Modal,
  NumberInput,
  Progress,
  Select,
  Skeleton,
  Stack,
  Switch,
  Table,
  Text,
  Textarea,
  TextInput,
  Title,
  Tooltip,
} from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import { useMemo } from 'react';
import { Link, Outlet, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { proxy, useSnapshot } from 'valtio';
import { Transport } from '#core/api/web/index.ts';
import type { Manifest, PluginModules } from '#core/kernel/common/index.ts';
import { BUNDLED_EXTRAS, givenModules, pluginModule, withoutExtras } from '#core/kernel/common/index.ts';
import type { AnyWebHalf } from '#core/kernel/web/index.ts';
import { clientOf, defineWebHalf, useCan, useEmail, useService, useTeam } from '#core/kernel/web/index.ts';
import {
  confirm,
  EmptyState,
  ErrorPanel,
  fileSize,
  Icon,
  longDate,
  PageBody,
  PageHeader,
  PageToolbar,
  RowMenu,
  SearchBox,
  shortDate,
  StatusChip,
  toast,
  toastError,
  useLatestParams,
} from '#core/ui/web/index.ts';
import type { PluginApi, PluginClient } from '#sdk/plugin/index.ts';
import type * as webSdk from '#sdk/plugin/web/index.ts';
import type { PluginWebHalf } from '#sdk/plugin/web/index.ts';
import { pageZod } from './page-zod.ts';

function useApi<A extends PluginApi>(api: A): PluginClient<A> {
  const transport = useService(Transport);
  return useMemo(() => clientOf(api, transport), [api, transport]);
}

/** Module `@loupe/sdk/plugin/web` for web halves from outside. */
const webModule = {
  defineWebHalf: defineWebHalf,
  useApi,
  useTeam,
  useCan,
  useEmail,
  useQuery,
  useMutation,
  useQueryClient,
  proxy,
  useSnapshot,
  Link,
  useParams,
  useSearchParams,
  useLatestParams,
  useNavigate,
  Outlet,
  PageHeader,
  PageBody,
  PageToolbar,
  EmptyState,
  ErrorPanel,
  Icon,
  SearchBox,
  StatusChip,
  RowMenu,
  toast,
  toastError,
  confirm,
  shortDate,
  longDate,
  fileSize,
  ActionIcon,
  Alert,
  Anchor,
  Button,
  Checkbox,
  Drawer,
  Group,
  Menu,
  Modal,
  NumberInput,
  Progress,
  Select,
  Skeleton,
  Stack,
  Switch,
  Table,
  Text,
  TextInput,
  Textarea,
  Title,
  Tooltip,
} satisfies typeof webSdk;

/**
 * Modules that a web half from outside may import: the product's own, so that there is one React and one of everything.
 */
export const webModules: PluginModules = givenModules({
  react,
  'react/jsx-runtime': jsxRuntime,
  '@loupe/sdk/plugin': pluginModule(pageZod),
  '@loupe/sdk/plugin/web': webModule,
});

/** Returns a half from outside as the kernel runs it: with the part of the context that the SDK names. */
export function webHalfOf(manifest: Manifest, half: PluginWebHalf<Manifest>): AnyWebHalf {
  return { manifest, activate: context => half.activate(withoutExtras(context, BUNDLED_EXTRAS.webContext)) };
}
