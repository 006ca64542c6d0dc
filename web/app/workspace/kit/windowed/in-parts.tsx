import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';

/** The rows that are shown at first, and with each press. */
const PART = 50;

type InPartsProps<Row> = {
  rows: readonly Row[];
  className?: string | undefined;
  children: (shown: readonly Row[]) => ReactNode;
};

/** The first rows of a list in a drawer or dialog, and a button for the next ones. An order may have a thousand tickets. */
export function InParts<Row>({ rows, className, children }: InPartsProps<Row>) {
  const [count, setCount] = useState(PART);
  const whole = useRef<HTMLDivElement>(null);
  const next = Math.min(PART, rows.length - count);
  return (
    <div ref={whole} tabIndex={-1} className={className}>
      {children(rows.slice(0, count))}
      {next > 0 && (
        <Button
          variant="default"
          mt="sm"
          onClick={() => {
            setCount(count + next);
            // The button is gone after the last part, and the focus must not be lost with it.
            if (count + next >= rows.length) whole.current?.focus({ preventScroll: true });
          }}
        >
          <Trans>Show {next} more</Trans>
        </Button>
      )}
    </div>
  );
}
