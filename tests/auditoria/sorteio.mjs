// The draw of O Formigueiro in another language, with nothing but Node's own library (docs/auditoria.md).
//   node sorteio.mjs vetores.json     repeats every published vector
//   node sorteio.mjs < sorteio.json   verifies one draw: {"comprometido": …, "pulso": …, "sorteado": …}, whole events
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const hashDaLista = (ids) => createHash("sha256").update(ids.join("\n")).digest("hex");
const hmac = (chave, mensagem) => createHmac("sha256", chave).update(mensagem).digest();
const seedDo = (pulso) => hmac(pulso.event_ids.at(-1), pulso.timestamp).toString("hex");
const iguais = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const emOrdem = (ids) => [...new Set(ids.map((id) => id.toLowerCase()))].sort();

function* inteirosDe(seed) {
  for (let bloco = 0n; ; bloco++) {
    const mensagem = Buffer.alloc(20, "fisher-yates");
    mensagem.writeBigUInt64BE(bloco, 12);
    const bytes = hmac(Buffer.from(seed, "hex"), mensagem);
    for (let i = 0; i < 32; i += 8) yield bytes.readBigUInt64BE(i);
  }
}

function abaixoDe(limite, fluxo) {
  const aceitos = 2n ** 64n - (2n ** 64n % limite);
  let u;
  do u = fluxo.next().value; while (u >= aceitos);
  return u % limite;
}

function embaralhar(ids, fluxo) {
  const a = [...ids];
  for (let j = a.length - 1; j > 0; j--) {
    const r = Number(abaixoDe(BigInt(j + 1), fluxo));
    [a[j], a[r]] = [a[r], a[j]];
  }
  return a;
}

function* doSorteio({ comprometido, pulso, sorteado: { payload: s } }) {
  const { payload: c } = comprometido, ordem = embaralhar(c.elegiveis, inteirosDe(seedDo(pulso.payload)));
  const comuns = ["sorteio_id", "demanda_id", "unidade_civica_id", "degrau_uc_id"];
  yield ["compromisso", s.comprometido_event_id === comprometido.event_id && comuns.every((k) => c[k] === s[k])];
  yield ["lista", iguais(c.elegiveis, emOrdem(c.elegiveis)) && c.hash_lista === hashDaLista(c.elegiveis)];
  yield ["pulso", s.pulso_event_id === pulso.event_id && pulso.payload.event_ids.includes(comprometido.event_id)];
  yield ["instante do pulso, com seis casas e Z", /T\d\d:\d\d:\d\d\.\d{6}Z$/.test(pulso.payload.timestamp)];
  yield ["seed", s.seed_publico === seedDo(pulso.payload)];
  yield ["ordem", iguais(s.ordem, ordem) && s.total_elegiveis === ordem.length];
  yield ["sorteado", ordem.length > 0 && s.conselheiro_id === ordem[0]];
  yield ["método", s.metodo_sorteio === "hmac-sha256-fisher-yates-v1"];
}

function* dosVetores({ sorteios, recusas, embaralhamentos }) {
  for (const { nome, entrada: { elegiveis_por_regra: r, elegiveis, pulso }, saida } of sorteios) {
    const id = (i) => r.prefixo + (r.de + i).toString(16).padStart(12, "0");
    const ids = elegiveis ?? Array.from({ length: r.ate - r.de + 1 }, (_, i) => id(i));
    const seed = seedDo(pulso), ordem = embaralhar(ids, inteirosDe(seed)), fluxo = inteirosDe(seed);
    const feito = { hash_lista: hashDaLista(ids), total_elegiveis: ids.length, seed_publico: seed,
      inteiros: Array.from({ length: 8 }, () => String(fluxo.next().value)), sorteado: ordem[0],
      ...(r ? { sha256_da_ordem: hashDaLista(ordem) } : { ordem }) };
    yield [nome, iguais(feito, saida)];
  }
  for (const { nome, inteiros, seed_publico, limites, resultados } of recusas) {
    const fluxo = inteiros?.map(BigInt).values() ?? inteirosDe(seed_publico);
    const feitos = limites.map((limite) => String(abaixoDe(BigInt(limite), fluxo)));
    yield [nome, iguais(feitos, resultados) && (!inteiros || fluxo.next().done)];
  }
  for (const { nome, elegiveis, inteiros, ordem } of embaralhamentos) {
    const fluxo = inteiros.map(BigInt).values();
    yield [nome, iguais(embaralhar(elegiveis, fluxo), ordem) && fluxo.next().done];
  }
}

const dados = JSON.parse(readFileSync(process.argv[2] ?? 0, "utf8"));
const conferencias = [...(dados.sorteios ? dosVetores(dados) : doSorteio(dados))];
for (const [nome, confere] of conferencias) console.log(confere ? "confere    " : "NÃO CONFERE", nome);
process.exitCode = conferencias.length > 0 && conferencias.every(([, confere]) => confere) ? 0 : 1;
