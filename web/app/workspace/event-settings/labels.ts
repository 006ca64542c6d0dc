import { useLingui } from '@lingui/react/macro';
import { cutText, plainText } from '../../platform/i18n/share-words.ts';
import { sayLocalTime } from '../kit/form/differences.ts';
import { useStepsWords } from '../kit/policies/words.ts';
import type { SettingsField, SettingsValues } from './field-names.ts';
import type { Tab } from './tabs.ts';
import { isRich } from './values.ts';

/** The names of the tabs and fields, and texts for the values of fields. */
export function useSettingsWords() {
  const { t, i18n } = useLingui();
  const { say: saySteps } = useStepsWords();
  const tabs: Record<Tab, string> = {
    details: t`Details`,
    location: t`Location`,
    checkout: t`Homepage and checkout`,
    payment: t`Payment`,
    email: t`Email`,
    seo: t`Search engines`,
    other: t`Other`,
  };
  const labels: Record<SettingsField, string> = {
    title: t`Name`,
    startsAt: t`Starts`,
    endsAt: t`Ends`,
    timezone: t`Time zone`,
    currency: t`Currency`,
    ticketDates: t`Tickets with dates of their own`,
    description: t`Description`,
    isOnline: t`Online event`,
    onlineDetails: t`How to join`,
    venueName: t`Venue`,
    addressLine1: t`Address`,
    addressLine2: t`Address, second line`,
    city: t`City`,
    region: t`State or region`,
    postalCode: t`Postal code`,
    country: t`Country`,
    mapUrl: t`Map link`,
    hideIntroduction: t`Skip the introduction`,
    showAvailableCount: t`Show how many tickets are left`,
    continueButtonText: t`Button text`,
    preCheckoutMessage: t`Message before checkout`,
    attendeeDetails: t`Attendee details`,
    orderTimeoutMinutes: t`Order time limit`,
    postCheckoutMessage: t`Message after checkout`,
    cardPayments: t`Take card payments`,
    offlinePayments: t`Take offline payments`,
    offlineInstructions: t`How to pay`,
    offlineDays: t`Days to pay`,
    invoicing: t`Make invoices`,
    invoiceIssuer: t`Issued by`,
    invoiceTaxId: t`Tax number`,
    invoicePrefix: t`Prefix of invoice numbers`,
    creditNotePrefix: t`Prefix of credit note numbers`,
    supportEmail: t`Support address`,
    emailFooter: t`Footer`,
    notifyOrganizer: t`Email us about new orders`,
    seoTitle: t`Title`,
    seoDescription: t`Short description`,
    seoKeywords: t`Keywords`,
    allowIndexing: t`Let search engines list this event`,
    priceDisplay: t`Price display`,
    hideGettingStarted: t`Hide getting started`,
    showHiddenQuestions: t`Show hidden questions`,
    giveBack: t`Giving tickets back`,
    correctNames: t`Correct names`,
    correctNamesBefore: t`Until before the start`,
    correctNamesUnit: t`Counted in`,
    namesLater: t`Fill in names later`,
    passOn: t`Pass tickets on`,
    passOnBefore: t`Until before the start`,
    passOnUnit: t`Counted in`,
  };
  const say = (values: SettingsValues, field: SettingsField): string => {
    if (field === 'giveBack')
      return values.giveBack ? saySteps(values.giveBack) : t`As the organizer says for all events`;
    const value = values[field];
    if (typeof value === 'boolean') return value ? t`Yes` : t`No`;
    if (isRich(field)) return cutText(plainText(value), 600);
    if (field === 'startsAt' || field === 'endsAt') return sayLocalTime(value, i18n.locale);
    if (field === 'ticketDates') return value === 'keep' ? t`Keep their dates` : t`Move with the start`;
    if (field === 'correctNamesUnit' || field === 'passOnUnit') return value === 'hours' ? t`Hours` : t`Days`;
    if (field === 'priceDisplay') return value === 'inclusive' ? t`One price` : t`Fees beside the price`;
    if (field === 'attendeeDetails')
      return value === 'per_ticket' ? t`For each ticket` : t`One for the order`;
    return value;
  };
  return { tabs, labels, say };
}
