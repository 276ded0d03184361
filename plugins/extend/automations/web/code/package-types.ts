const files = import.meta.glob<string>(
  [
    '/node_modules/zod/index.d.ts',
    '/node_modules/zod/v4/{classic,core}/*.d.ts',
    '/node_modules/zod/v4/locales/{en,index}.d.ts',
    '/node_modules/@types/lodash-es/*.d.ts',
    '/node_modules/@types/lodash/*.d.ts',
    '/node_modules/@types/lodash/common/*.d.ts',
    '/node_modules/@types/papaparse/index.d.ts',
    '/node_modules/date-fns/*.d.ts',
    '/node_modules/date-fns/{locale,parse/_lib}/types.d.ts',
  ],
  { query: '?raw', import: 'default', eager: true },
);

/** Types of the packages that actions may import, by the address under which TypeScript looks for them. */
export const packageTypes: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(files).map(([path, text]) => [`file://${path}`, text]),
);
