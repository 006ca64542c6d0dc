import { redirect } from 'react-router';

/** The address in mails that went out before the page became a tab of the profile. */
export function loader() {
  return redirect('/manage/profile/notifications');
}
