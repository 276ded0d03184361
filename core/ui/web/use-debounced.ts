import { useEffect, useState } from 'react';

/** The value as it was `milliseconds` ago unless it stood still; search boxes wait 300 ms. */
export function useDebounced<T>(value: T, milliseconds = 300): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
