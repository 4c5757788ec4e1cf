import { PageLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { elementsOf } from "@/lib/contract/template/mdl-elements";
import type { Template } from "@/lib/contract/template/template";
import { attributeLabel } from "../attributes/attribute-catalogue";
import { compareElements } from "./compare-elements";

type Row = { title: string; code?: string; a: string; b: string };

/** Two templates side by side: what each asks for, and whatever else tells them apart. */
export function Comparison({ a, b }: { a: Template; b: Template }) {
	const [elementsA, elementsB] = [a, b].map(({ presentation }) => (presentation ? elementsOf(presentation) : {}));
	const elements = compareElements(elementsA ?? {}, elementsB ?? {});
	const rows: Row[] = [
		...elements.map(({ name, a, b }) => ({ title: attributeLabel(name), code: name, a, b })),
		{ title: "Type", a: a.type ?? "—", b: b.type ?? "—" },
		{ title: "Custom certificate authority", ...authorities(a, b) },
	];
	const differing = rows.filter((row) => row.a !== row.b).length;
	return (
		<div className="grid gap-4">
			<p role="status" className="font-medium">
				{differing === 0 ? "The two ask for the same." : `${differing} of ${rows.length} rows differ.`}
			</p>
			<div className="overflow-x-auto rounded-lg border border-line bg-surface">
				<table className="w-full text-left text-sm">
					<thead>
						<tr className="border-b border-line">
							<th scope="col" className="px-4 py-2.5 font-medium text-muted">
								What
							</th>
							{[a, b].map((template, index) => (
								// biome-ignore lint/suspicious/noArrayIndexKey: one template may be compared with itself.
								<th key={index} scope="col" className="min-w-32 px-4 py-2.5 font-medium">
									<PageLink
										href={`/templates/${encodeURIComponent(template.id)}`}
										className="text-accent underline-offset-2 [overflow-wrap:anywhere] hover:underline"
									>
										{template.name || template.id}
									</PageLink>
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{rows.map(({ title, code, a, b }) => (
							<tr
								key={code ?? title}
								className={a === b ? "border-b border-line" : "border-b border-line bg-warning-soft"}
							>
								<th scope="row" className="px-4 py-2 font-normal">
									{title} {code && code !== title ? <code className="text-xs text-muted">{code}</code> : null}{" "}
									{a === b ? null : <Badge tone="warning">differs</Badge>}
								</th>
								<td className="px-4 py-2">{a}</td>
								<td className="px-4 py-2">{b}</td>
							</tr>
						))}
					</tbody>
				</table>
			</div>
		</div>
	);
}

function authorities(a: Template, b: Template): { a: string; b: string } {
	const [ofA, ofB] = [a.custom_certificate_authority ?? "", b.custom_certificate_authority ?? ""];
	const said = (own: string) => (own === "" ? "none" : "set");
	return ofA !== "" && ofB !== "" && ofA !== ofB ? { a: "set", b: "set, another one" } : { a: said(ofA), b: said(ofB) };
}
