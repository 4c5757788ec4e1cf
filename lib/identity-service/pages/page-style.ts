import { createHash } from "node:crypto";

/** The console's look for self-contained pages, with the colours and type of its stylesheet. */
export const PAGE_STYLE = `:root{color-scheme:light;
--canvas:light-dark(#ffffff,#101113);--surface:light-dark(#ffffff,#17181b);--sunken:light-dark(#f2f2f4,#1f2125);
--ink:light-dark(#18181b,#ececef);--muted:light-dark(#5b5b65,#a3a5ae);--line:light-dark(#e3e3e7,#2a2c31);
--control:light-dark(#84848f,#777a84);--accent:light-dark(#3d4fc9,#a3b1ff);--accent-strong:light-dark(#2f3da3,#c2ccff);
--accent-soft:light-dark(#eceefb,#23284a);--on-accent:light-dark(#ffffff,#10122a);
--danger:light-dark(#b42318,#ff9f96);--danger-soft:light-dark(#fdeeec,#3a1a19);
--text-xs:0.75rem;--text-sm:0.8125rem;--text-base:0.875rem;--text-2xl:1.3125rem;
--text-xs--line-height:1rem;--text-sm--line-height:1.25rem;--text-base--line-height:1.375rem;--text-2xl--line-height:1.75rem;
--font-sans:Inter,ui-sans-serif,system-ui,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",sans-serif;
--font-mono:ui-monospace,"SF Mono","Cascadia Code",Menlo,Consolas,"DejaVu Sans Mono",monospace}
@font-face{font-family:Inter;src:url(/inter.woff2) format("woff2");font-weight:100 900;font-display:optional}
[data-theme=dark]{color-scheme:dark}
[data-theme=system]{color-scheme:light dark}
*{box-sizing:border-box;min-width:0;margin:0}
body{background:var(--canvas);color:var(--ink);
font:var(--text-base)/var(--text-base--line-height) var(--font-sans)}
main{display:grid;gap:1.25rem;align-content:center;min-height:100dvh;max-width:26rem;margin:0 auto;padding:2.5rem 1rem}
main.framed{align-content:start;min-height:0;max-width:60rem;margin:0;padding:1rem;overflow-wrap:anywhere}
.brand,.field,.alert,details{font-size:var(--text-sm);line-height:var(--text-sm--line-height)}
.brand{display:flex;align-items:center;gap:.625rem;font-weight:500;overflow-wrap:anywhere}
.mark{display:grid;flex:none;place-items:center;width:1.75rem;height:1.75rem;border-radius:.375rem;
background:var(--accent-soft);color:var(--accent);font-size:var(--text-xs);font-weight:500}
.mark::before{content:attr(data-initials)}
.card{display:grid;gap:1.25rem;padding:1.75rem;border:1px solid var(--line);border-radius:.625rem;
background:var(--surface);overflow-wrap:anywhere}
@media (max-width:26rem){.card{padding:1.25rem}}
h1{font-size:var(--text-2xl);line-height:var(--text-2xl--line-height);font-weight:600}
h2{font-size:var(--text-base);font-weight:600}
form,.field,.alert,.messages,.messages li{display:grid}
form{gap:1rem}
form[id="op.logoutForm"]{display:none}
.field{position:relative;gap:.375rem}
label{font-weight:500}
button.reveal{position:absolute;top:-.125rem;right:0;min-height:1.5rem;padding:0 .25rem;border-color:transparent;background:none;
color:var(--accent);font-weight:400}
button.reveal:hover{background:none;text-decoration:underline;text-underline-offset:2px}
.required,.small{font-size:var(--text-xs);line-height:var(--text-xs--line-height)}
.required{margin-left:.375rem;color:var(--muted)}
.muted{color:var(--muted)}
.small{white-space:nowrap}
input{width:100%;min-height:2.25rem;padding:.25rem .625rem;border:1px solid var(--control);border-radius:.375rem;
background:var(--surface);color:var(--ink);font:inherit}
@media (pointer:coarse){input{font-size:1rem}}
input[aria-invalid]{border-color:var(--danger);box-shadow:0 0 0 1px var(--danger)}
button{min-height:2rem;padding:.25rem .75rem;border:1px solid var(--control);border-radius:.375rem;
background:var(--surface);color:var(--ink);font:inherit;font-size:var(--text-sm);font-weight:500;cursor:pointer}
button:hover{background:var(--sunken)}
form>button.primary{min-height:2.25rem}
button.primary{border-color:transparent;background:var(--accent);color:var(--on-accent)}
button.primary:hover{background:var(--accent-strong)}
button.quiet{border-color:transparent;background:none;color:var(--accent)}
button.quiet:hover{text-decoration:underline;text-underline-offset:2px}
a{color:var(--accent)}
.or{display:flex;align-items:center;gap:.75rem;color:var(--muted);font-size:var(--text-sm);line-height:var(--text-sm--line-height)}
.or::before,.or::after{content:"";flex:1;border-top:1px solid var(--line)}
details{padding-top:.875rem;border-top:1px solid var(--line)}
summary{min-height:1.5rem;color:var(--muted);cursor:pointer}
dl{display:grid;gap:.25rem 1rem;padding-top:.5rem}
dt{color:var(--muted)}
dd+dt{margin-top:.25rem}
.other{justify-self:center;padding:.125rem 0;font-size:var(--text-sm);line-height:var(--text-sm--line-height);text-align:center}
.actions{display:flex;flex-wrap:wrap;justify-content:flex-end;gap:.75rem}
.alert{gap:.25rem;padding:.625rem .75rem;border:1px solid;border-radius:.375rem}
.alert p+p{padding-top:.25rem}
.error{border-color:var(--danger);background:var(--danger-soft)}
.info{border-color:var(--accent);background:var(--accent-soft)}
ul{display:grid;gap:.25rem;padding-left:1.25rem}
.ways{gap:.5rem;padding:0;list-style:none}
.button{display:block;padding:.375rem .75rem;border:1px solid var(--control);border-radius:.375rem;
color:var(--ink);font-size:var(--text-sm);line-height:var(--text-sm--line-height);font-weight:500;text-align:center;text-decoration:none}
.button:hover{background:var(--sunken)}
fieldset{display:grid;gap:.5rem;padding:0;border:0}
legend{margin-bottom:.5rem;padding:0;font-weight:500}
.choices button{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;padding:.5rem .75rem;text-align:start}
.choices .muted{font-weight:400}
.messages{gap:1rem;padding:0;list-style:none}
.messages li{gap:.25rem;padding-top:.75rem;border-top:1px solid var(--line)}
strong,.recipient{font-weight:500}
code{font-family:var(--font-mono)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`;

/** The style's source expression for a content security policy. */
export const PAGE_STYLE_SOURCE = `'sha256-${createHash("sha256").update(PAGE_STYLE).digest("base64")}'`;
