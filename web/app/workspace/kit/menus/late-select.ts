import { Select } from '@mantine/core';

/** Mantine's select with the library that positions its list. It loads late (select.tsx). */
export { Select };
