import { LOCALES, type Locale } from '@entrada/contract/constants';

type ChallengeWords = {
  testMode: string;
  title: string;
  question: string;
  merchant: string;
  amount: string;
  card: string;
  order: string;
  approve: string;
  refuse: string;
  leave: string;
  leaveHint: string;
  ended: string;
  endedHint: string;
  back: string;
  unknown: string;
  unknownHint: string;
  unavailable: string;
  unavailableHint: string;
};

/**
 * The texts of the bank's page. They are not in Entrada's catalogues because the bank is an outside company.
 */
export const CHALLENGE_WORDS: Record<Locale, ChallengeWords> = {
  en: {
    testMode: 'Test mode: no real money moves',
    title: 'Confirm your payment',
    question: 'Your bank wants to know whether it is you who is paying.',
    merchant: 'Paid to',
    amount: 'Amount',
    card: 'Card',
    order: 'Order',
    approve: 'Approve payment',
    refuse: 'Refuse payment',
    leave: 'Go back without deciding',
    leaveHint: 'Nothing is charged if you go back.',
    ended: 'This confirmation has ended',
    endedHint: 'The payment was already decided. Go back to see how it went.',
    back: 'Go back to your order',
    unknown: 'There is no such confirmation',
    unknownHint: 'It may have been replaced by a newer one. Go back to your order and try again.',
    unavailable: 'The bank cannot answer at the moment',
    unavailableHint: 'Nothing was decided. Try again in a minute.',
  },
  de: {
    testMode: 'Testmodus: Es fließt kein echtes Geld',
    title: 'Zahlung bestätigen',
    question: 'Ihre Bank möchte wissen, ob wirklich Sie bezahlen.',
    merchant: 'Empfänger',
    amount: 'Betrag',
    card: 'Karte',
    order: 'Bestellung',
    approve: 'Zahlung freigeben',
    refuse: 'Zahlung ablehnen',
    leave: 'Ohne Entscheidung zurück',
    leaveHint: 'Wenn Sie zurückgehen, wird nichts abgebucht.',
    ended: 'Diese Bestätigung ist beendet',
    endedHint: 'Über die Zahlung wurde schon entschieden. Gehen Sie zurück, um das Ergebnis zu sehen.',
    back: 'Zurück zur Bestellung',
    unknown: 'Diese Bestätigung gibt es nicht',
    unknownHint:
      'Vielleicht wurde sie durch eine neuere ersetzt. Gehen Sie zurück zur Bestellung und versuchen Sie es erneut.',
    unavailable: 'Die Bank kann gerade nicht antworten',
    unavailableHint: 'Es wurde nichts entschieden. Versuchen Sie es in einer Minute erneut.',
  },
  fr: {
    testMode: 'Mode test : aucun argent réel ne circule',
    title: 'Confirmez votre paiement',
    question: 'Votre banque veut savoir si c’est bien vous qui payez.',
    merchant: 'Bénéficiaire',
    amount: 'Montant',
    card: 'Carte',
    order: 'Commande',
    approve: 'Approuver le paiement',
    refuse: 'Refuser le paiement',
    leave: 'Revenir sans décider',
    leaveHint: 'Rien n’est débité si vous revenez en arrière.',
    ended: 'Cette confirmation est terminée',
    endedHint: 'Le paiement a déjà été décidé. Revenez en arrière pour voir le résultat.',
    back: 'Revenir à la commande',
    unknown: 'Cette confirmation n’existe pas',
    unknownHint: 'Une plus récente l’a peut-être remplacée. Revenez à la commande et réessayez.',
    unavailable: 'La banque ne peut pas répondre pour le moment',
    unavailableHint: 'Rien n’a été décidé. Réessayez dans une minute.',
  },
  pt: {
    testMode: 'Modo de teste: não circula dinheiro real',
    title: 'Confirme o pagamento',
    question: 'O seu banco quer saber se é mesmo o titular quem está a pagar.',
    merchant: 'Pago a',
    amount: 'Montante',
    card: 'Cartão',
    order: 'Encomenda',
    approve: 'Aprovar o pagamento',
    refuse: 'Recusar o pagamento',
    leave: 'Voltar sem decidir',
    leaveHint: 'Nada é cobrado se voltar atrás.',
    ended: 'Esta confirmação terminou',
    endedHint: 'O pagamento já foi decidido. Volte atrás para ver o resultado.',
    back: 'Voltar à encomenda',
    unknown: 'Esta confirmação não existe',
    unknownHint: 'Pode ter sido substituída por uma mais recente. Volte à encomenda e tente de novo.',
    unavailable: 'O banco não pode responder neste momento',
    unavailableHint: 'Nada foi decidido. Tente de novo daqui a um minuto.',
  },
  es: {
    testMode: 'Modo de prueba: no se mueve dinero real',
    title: 'Confirma el pago',
    question: 'Tu banco quiere saber si eres tú quien paga.',
    merchant: 'Pago a',
    amount: 'Importe',
    card: 'Tarjeta',
    order: 'Pedido',
    approve: 'Aprobar el pago',
    refuse: 'Rechazar el pago',
    leave: 'Volver sin decidir',
    leaveHint: 'Si vuelves atrás no se cobra nada.',
    ended: 'Esta confirmación ha terminado',
    endedHint: 'El pago ya se decidió. Vuelve atrás para ver el resultado.',
    back: 'Volver al pedido',
    unknown: 'Esta confirmación no existe',
    unknownHint: 'Puede que otra más reciente la haya sustituido. Vuelve al pedido e inténtalo de nuevo.',
    unavailable: 'El banco no puede responder en este momento',
    unavailableHint: 'No se ha decidido nada. Inténtalo de nuevo en un minuto.',
  },
  'zh-cn': {
    testMode: '测试模式：不涉及真实资金',
    title: '确认付款',
    question: '您的银行需要确认是您本人在付款。',
    merchant: '收款方',
    amount: '金额',
    card: '银行卡',
    order: '订单',
    approve: '同意付款',
    refuse: '拒绝付款',
    leave: '暂不决定，返回',
    leaveHint: '返回不会产生任何扣款。',
    ended: '此次确认已结束',
    endedHint: '这笔付款已有结果。请返回查看。',
    back: '返回订单',
    unknown: '没有这项确认',
    unknownHint: '它可能已被新的确认取代。请返回订单重试。',
    unavailable: '银行暂时无法响应',
    unavailableHint: '尚未作出任何决定。请一分钟后重试。',
  },
  'pt-br': {
    testMode: 'Modo de teste: nenhum dinheiro real é movimentado',
    title: 'Confirme o pagamento',
    question: 'Seu banco quer saber se é você quem está pagando.',
    merchant: 'Pago a',
    amount: 'Valor',
    card: 'Cartão',
    order: 'Pedido',
    approve: 'Aprovar pagamento',
    refuse: 'Recusar pagamento',
    leave: 'Voltar sem decidir',
    leaveHint: 'Nada será cobrado se você voltar.',
    ended: 'Esta confirmação terminou',
    endedHint: 'O pagamento já foi decidido. Volte para ver o resultado.',
    back: 'Voltar ao pedido',
    unknown: 'Esta confirmação não existe',
    unknownHint: 'Ela pode ter sido substituída por uma mais recente. Volte ao pedido e tente de novo.',
    unavailable: 'O banco não pode responder no momento',
    unavailableHint: 'Nada foi decidido. Tente de novo em um minuto.',
  },
};

function matching(tag: string): Locale | undefined {
  const exact = LOCALES.find((locale) => locale === tag);
  if (exact) return exact;
  const language = tag.split('-')[0];
  return language === 'zh' ? 'zh-cn' : LOCALES.find((locale) => locale === language);
}

/** The best available language for an Accept-Language header. */
export function pickLocale(header: string | undefined, fallback: Locale): Locale {
  const ranked = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', quality = ''] = part.split(';');
      const q = /q\s*=\s*([\d.]+)/.exec(quality)?.[1];
      return { tag: tag.trim().toLowerCase(), q: q === undefined ? 1 : Number(q) };
    })
    .filter(({ tag, q }) => tag !== '' && q > 0)
    .sort((a, b) => b.q - a.q);
  for (const { tag } of ranked) {
    const found = matching(tag);
    if (found) return found;
  }
  return fallback;
}
