import type { Browser } from '@playwright/test';
import { type Demo, startDemo } from '../browser/demo.ts';
import { type Visited, visitAsPhone } from '../browser/lighthouse.ts';
import { DESKTOP, openBrowser, openVisit, PHONE } from '../browser/people.ts';
import type { Report } from '../report.ts';
import type { Bench } from '../world.ts';

/** The event page of the demo in Lighthouse, compared with the goals of issue 11. */
async function visitEvent({ port, eventPath }: Demo, { rounds }: Bench, report: Report): Promise<void> {
  const url = `http://localhost:${port}${eventPath}`;
  const visits: Visited[] = [];
  try {
    for (let nth = 0; nth < rounds; nth += 1) visits.push(await visitAsPhone(url));
  } catch (error) {
    const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n');
    report.skip('11.6', 'the event page in Lighthouse', reason.slice(0, 120));
    return;
  }
  const of = (name: keyof Visited) => visits.map((visit) => visit[name]);
  report.goal('11.6', 'event page, Lighthouse on a phone', '', of('score'), { atLeast: 97 });
  report.goal('11.6', '  largest paint', 'ms', of('largestPaint'), { atMost: 1800 });
  report.figure('-', '  first paint', 'ms', of('firstPaint'));
  report.figure('-', '  blocked', 'ms', of('blocked'));
  report.goal('11.6', '  requests', '', of('requests'), { atMost: 20 });
  report.goal('11.6', '  KB without the cover', '', of('otherKb'), { atMost: 200 });
  report.goal('11.6', '  KB of the cover', '', of('coverKb'), { atMost: 60 });
}

/** What a first visit of a page loads within a second after it has loaded, as the network carries it. */
async function weighVisit(browser: Browser, given: { demo: Demo; path: string; isPhone: boolean }) {
  const { demo, path, isPhone } = given;
  const conditions = isPhone ? { ...PHONE, slowdown: 1, network: false } : DESKTOP;
  const visit = await openVisit(browser, { port: demo.port, token: demo.token, conditions });
  try {
    await visit.page.goto(path, { waitUntil: 'load' });
    await visit.page.waitForTimeout(1000);
    return await visit.page.evaluate(() => {
      const entries = [
        ...performance.getEntriesByType('navigation'),
        ...performance.getEntriesByType('resource'),
      ] as PerformanceResourceTiming[];
      const sent = entries.filter(({ transferSize }) => transferSize > 0);
      const kb = (some: PerformanceResourceTiming[]) =>
        some.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000;
      const scripts = sent.filter(({ name }) => name.endsWith('.js'));
      return { requests: sent.length, kb: kb(sent), scripts: scripts.length, scriptsKb: kb(scripts) };
    });
  } finally {
    await visit.close();
  }
}

async function weighPages(browser: Browser, demo: Demo, report: Report): Promise<void> {
  const manage = `/manage/event/${demo.eventId}`;
  const most: { files: number[]; scriptsKb: number[] } = { files: [], scriptsKb: [] };
  for (const [name, path, isPhone] of [
    ['event page', demo.eventPath, true],
    ['directory', '/event', true],
    ['events', '/manage/events', false],
    ['dashboard', `${manage}/dashboard`, false],
    ['orders', `${manage}/orders`, false],
    ['attendees', `${manage}/attendees`, false],
    ['tickets', `${manage}/tickets`, false],
    ['promo codes', `${manage}/promo-codes`, false],
    ['questions', `${manage}/questions`, false],
    ['check-in', `${manage}/check-in`, false],
    ['widget', `${manage}/widget`, false],
    ['messages', `${manage}/messages`, false],
    ['reports', `${manage}/reports`, false],
    ['settings', `${manage}/settings`, false],
    ['security', '/manage/profile/security', false],
  ] as const) {
    const { requests, kb, scripts, scriptsKb } = await weighVisit(browser, { demo, path, isPhone });
    report.note(
      `${name}: ${requests} requests with ${kb.toFixed(0)} KB, of them ${scripts} scripts with ${scriptsKb.toFixed(0)} KB`,
    );
    if (!path.startsWith('/manage')) continue;
    most.files.push(scripts);
    most.scriptsKb.push(scriptsKb);
  }
  // With what loads by itself after the page.
  report.goal('11.6', 'workspace, most scripts of a page', '', [Math.max(...most.files)], { atMost: 30 });
  report.goal('11.6', '  most KB of scripts', '', [Math.max(...most.scriptsKb)], { atMost: 250 });
}

/** Issue 11: what pages load, and how fast the event page shows on a phone. */
export async function pagesGroup(bench: Bench, report: Report): Promise<void> {
  const browser = await openBrowser();
  if (!browser) {
    report.skip('11.6', 'what pages load', 'no Chromium on this machine');
    return;
  }
  const demo = await startDemo(bench);
  try {
    await weighPages(browser, demo, report);
    await visitEvent(demo, bench, report);
  } finally {
    await browser.close();
    await demo.stop();
  }
}
