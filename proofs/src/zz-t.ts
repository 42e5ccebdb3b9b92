import { readFileSync } from 'node:fs';
import { readGeneration, embedPlans } from '@archive/index';
import { characterGrams } from '../../packages/embed/src/character-grams.ts';
import { stableHash } from '../../packages/embed/src/stable-hash.ts';
const D=512;
function vec(text: string, W: number){
  const a=new Float64Array(D);
  const at=text.indexOf('\n\n');
  const parts: [string,number][] = at<0?[[text,1]]:[[text.slice(0,at),W],[text.slice(at),1]];
  for(const [t,w] of parts){ const m=new Map<string,[number,number]>(); for(const {gram,weight} of characterGrams(t)){const k=m.get(gram); if(k)k[0]++; else m.set(gram,[1,weight]);}
   for(const [g,[c,wt]] of m){const h=stableHash(g); a[h%D]!+=((h&(1<<20))?-1:1)*wt*Math.sqrt(c)*w;}}
  let n=0; for(const x of a)n+=x*x; n=Math.sqrt(n); return a.map(x=>x/n);
}
const dot=(a:any,b:any)=>{let s=0;for(let i=0;i<D;i++)s+=a[i]*b[i];return s};
const g = (await readGeneration('/tmp/demo-out'))!.privateIndex;
const byE = new Map<string, any[]>();
for (const {fragment} of g.entries) byE.set(fragment.entityId, [...(byE.get(fragment.entityId)??[]), fragment]);
const plans = g.entities.flatMap(e => embedPlans(e, byE.get(e.id)!, {reach:'lexical'})).filter(p=>!p.fragmentId.startsWith('note:'));
const jl=(f:string)=>readFileSync('/work/shared/data/C_scifact/'+f,'utf8').trim().split('\n').map(l=>JSON.parse(l));
const docs=jl('docs.jsonl').slice(0,5183), qs=jl('queries_train.jsonl').slice(0,250);
const qrels=new Map<string,Set<string>>(); for(const l of readFileSync('/work/shared/data/C_scifact/qrels_train.tsv','utf8').trim().split('\n').slice(1)){const [q,d,s]=l.split('\t'); if(+s!>0)(qrels.get(q!)??qrels.set(q!,new Set()).get(q!)!).add(d!);}
console.log(Object.keys(docs[0]),Object.keys(qs[0]));
for(const W of [1,2,4,6]){
  const vs=plans.map(p=>vec(p.text,W));
  console.log('== W',W);
  for(const q of ['foghorn','ferry ledgers','sea shanty','eel season','net loft','bread','ice house','Ostrey','霧笛','quantum chromodynamics','reset my password']){
    const v=vec(q,W); const r=vs.map((x,i)=>[dot(x,v),plans[i]!.fragmentId] as const).sort((a,b)=>b[0]-a[0]).slice(0,3);
    console.log(q.padEnd(24), r.map(([s,i])=>s.toFixed(2)+' '+i.slice(0,34)).join(' | '));
  }
  const dv=docs.map((d:any)=>vec(`${d.title}\n\n${d.text}`,W)); let nd=0,n=0,un=0,ut=0,rel=0,rt=0; 
  for(const q of qs){const id=String(q._id??q.id); const R=qrels.get(id); if(!R)continue; n++; const v=vec(q.text,W); const sc=dv.map((x:any,i:number)=>[dot(x,v),String(docs[i]._id??docs[i].id)] as const); for(const [s,d] of sc){ if(R.has(d)){rt++; if(s>=0.2)rel++;} else {ut++; if(s<0.2)un++;}} sc.sort((a,b)=>b[0]-a[0]); let dcg=0; sc.slice(0,10).forEach(([,d],i)=>{if(R.has(d))dcg+=1/Math.log2(i+2)}); let ideal=0; for(let i=0;i<Math.min(10,R.size);i++)ideal+=1/Math.log2(i+2); nd+=dcg/ideal;}
  console.log('scifact nDCG@10',(nd/n).toFixed(3),'unrelated<0.2',(un/ut).toFixed(3),'related>=0.2',(rel/rt).toFixed(3),n);
}
