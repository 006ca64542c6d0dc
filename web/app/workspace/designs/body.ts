import { updateDesign } from '@entrada/contract/catalog/designs';
import { type ColorName, readColor } from '../kit/fields/colors.ts';
import { type Judged, judge } from '../kit/form/judge.ts';
import type { DesignBody } from './api.ts';
import type { DesignValues } from './values.ts';

/** Turns the form's values into the body of the request, or lists its errors. */
export function readDesign(values: DesignValues, version: number): Judged<DesignBody> {
  const { isAutomatic, background, continueButtonText } = values;
  const typed = (name: ColorName) => readColor(values[name]) ?? values[name];
  const colors = isAutomatic
    ? null
    : { page: typed('page'), text: typed('text'), button: typed('button'), buttonText: typed('buttonText') };
  const fieldOf = (path: string) => path.replace(/^colors\./, '');
  return judge(updateDesign, { version, colors, background, continueButtonText }, { fieldOf });
}
