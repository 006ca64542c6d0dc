import type { QuestionType } from '@entrada/contract/catalog/answers';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  IconAlignLeft,
  IconCalendar,
  IconCircleDot,
  IconForms,
  IconMapPin,
  IconSelect,
  IconSquareCheck,
  type TablerIcon,
} from '@tabler/icons-react';

export const questionTypes: Record<QuestionType, { name: MessageDescriptor; icon: TablerIcon }> = {
  text: { name: msg`One line of text`, icon: IconForms },
  long_text: { name: msg`Several lines of text`, icon: IconAlignLeft },
  dropdown: { name: msg`Dropdown`, icon: IconSelect },
  radio: { name: msg`One choice`, icon: IconCircleDot },
  checkbox: { name: msg`Several choices`, icon: IconSquareCheck },
  date: { name: msg`Date`, icon: IconCalendar },
  address: { name: msg`Address`, icon: IconMapPin },
};
