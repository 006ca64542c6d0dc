import { Trans } from '@lingui/react/macro';
import { Button } from '../../ui/buttons/button.tsx';

export type ContinueProps = {
  form: string;
  name: string;
  value: string;
  isSending: boolean;
  /** The organizer's own label, or empty. */
  text: string;
};

export function ContinueButton({
  isSending,
  text,
  block = false,
  ...rest
}: ContinueProps & { block?: boolean }) {
  return (
    <Button {...rest} type="submit" variant="primary" size="xl" block={block} loading={isSending}>
      {text || <Trans>Continue</Trans>}
    </Button>
  );
}
