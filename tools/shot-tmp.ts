import {serveSite} from './server';
import {startBrowser} from './startBrowser';
(async () => { const server = await serveSite('/work/snap/build'); const b = await startBrowser();
for (const [w, scheme, path, y] of [[390,'dark','/docs/how_to/te_schedules/primitive',0],[390,'dark','/docs/how_to/te_schedules/primitive',2200],[1440,'light','/docs/arch/pass_infra',0],[997,'dark','/docs/how_to/extend/writing_pass',700],[390,'light','/docs/how_to/relay/relay_visualizer',1500]] as const) { const p = await b.newPage({viewport:{width:w,height:w===390?844:1000},colorScheme:scheme}); await p.goto(server.origin+path); await p.waitForSelector('html[data-has-hydrated=true]'); await p.evaluate('scrollTo(0,'+y+')'); await p.waitForTimeout(600); await p.screenshot({path:`/work/shot-${w}-${scheme}-${path.split('/').pop()}-${y}.png`}); await p.close(); }
await b.close(); server.close(); })();
