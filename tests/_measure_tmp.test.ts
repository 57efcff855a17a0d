import { startService } from "/work/main/tests/_service.ts";
import { databasesUnderTest } from "/work/main/tests/_databases.ts";
import { addItem } from "/work/main/tests/_store.ts";
import { test } from "bun:test";
for (const {name, create} of databasesUnderTest) test(name, async () => {
  const service = await startService({ database: await create() });
  for (const s of ["A","B"]) await addItem(service, s);
  const rows = Array.from({length:100000},(_,i)=>`L-${i},customer${i}@example.com,Ann,Smith,A;B*2,2026-0${1+i%9}-11T00:00:00Z\r\n`).join("");
  const post = async (kind: string, body: string, q="") => { const t=performance.now(); const r = await service.api(`/api/v3/imports/${kind}?${q}`,{method:"POST",headers:{"content-type":"text/csv"},body}); const j: any = await r.json(); console.log(name, kind, q, Math.round(performance.now()-t)+" ms", JSON.stringify(j).slice(0,200)); };
  await post("orders","id,email,first_name,last_name,skus,created_at\r\n"+rows,"dry_run=true");
  let worst=0, worstWrite=0, on=true;
  const pinger=(async()=>{while(on){const t=performance.now(); await service.api("/api/v3/orders?page_size=1"); worst=Math.max(worst,performance.now()-t); await Bun.sleep(5)}})();
  const writer=(async()=>{while(on){const t=performance.now(); await service.api("/api/v3/orders",{method:"POST",headers:{"content-type":"application/json"},body:JSON.stringify({email:"x@example.com",send_email:false,order_items:[{sku:"A"}]})}); worstWrite=Math.max(worstWrite,performance.now()-t); await Bun.sleep(5)}})();
  await post("orders","id,email,first_name,last_name,skus,created_at\r\n"+rows);
  on=false; await pinger; await writer; console.log(name,"longest read",Math.round(worst),"ms; longest order sent",Math.round(worstWrite));
  await post("license_keys","product_sku,key\r\n"+Array.from({length:100000},(_,i)=>`B,KEY-${i}-XXXX-YYYY\r\n`).join(""));
  await post("products","sku,name\r\n"+Array.from({length:100000},(_,i)=>`P${i},Name ${i}\r\n`).join(""));
  let t=performance.now(); const r=await service.api("/api/v3/exports/orders.csv"); let n=0; for await (const c of r.body!) n+=c.length; console.log(name,"export",Math.round(performance.now()-t),"ms",n, "bytes; server MB", await Bun.file(`/proc/${service.process.pid}/status`).text().then(s=>/VmHWM:\s+(\d+)/.exec(s)![1]));
}, 300000);
