import { FromTenant, type TenantResult } from "@/app/_page/from-tenant";
import { ScopeMissing } from "@/app/_page/notices";
import { CreateLink, NoneYet } from "@/app/_page/unread";
import { Print } from "@/app/_print/print";
import { RowLink } from "@/components/layout/links";
import { classNames } from "@/components/ui/class-names";
import { Scroller } from "@/components/ui/scroller";
import { Section } from "@/components/ui/section";
import { rightTo, roleToPropose } from "@/lib/dashboard/proposals/rights";
import { pageOf, resources } from "@/lib/dashboard/resources/resources";
import { may, type Role, whoMay } from "@/lib/dashboard/session/permissions";
import { BlockLink } from "./block-link";
import type { NewestTemplates } from "./newest-templates";

const TEMPLATES_SHOWN = 6;

type TemplatesBlockProps = { newest: TenantResult<NewestTemplates>; role: Role };

/** The newest templates, with their requests. Late content is as high as its fallback. */
export function TemplatesBlock({ newest, role }: TemplatesBlockProps) {
	const { title, path } = resources.template;
	return (
		<Section
			title={title}
			aside={
				<span className="flex items-center gap-4">
					<BlockLink href={path}>All templates</BlockLink>
					{rightTo(role, "post_vc_templates") ? <CreateLink what="template" /> : null}
				</span>
			}
		>
			<FromTenant
				of={newest}
				fallback={<p className={classNames("text-sm text-muted", LATE_HEIGHT)}>Asking the tenant…</p>}
			>
				{(result, isLate) => {
					const newest = <Newest result={result} role={role} />;
					return isLate ? (
						<Scroller label="Newest templates" className={classNames("overflow-y-auto print:h-auto", LATE_HEIGHT)}>
							{newest}
						</Scroller>
					) : (
						newest
					);
				}}
			</FromTenant>
		</Section>
	);
}

/** The height of the whole list: six rows of one line, or of two on narrow screens. Where names take more, it scrolls. */
const LATE_HEIGHT = "h-61 max-sm:h-85";

function Newest({ result, role }: { result: NewestTemplates; role: Role }) {
	if (result.kind === "failed") return <p className="text-sm text-muted">The templates could not be read.</p>;
	if (result.kind === "lacked") return <ScopeMissing of="get_vc_templates" isLine />;
	if (result.templates.length === 0 && result.unreadable > 0) {
		return <p className="text-sm text-muted">None of the newest templates could be read.</p>;
	}
	if (result.templates.length === 0) {
		return (
			<NoneYet what="template">
				<p>
					{may(roleToPropose(role), resources.template.permission)
						? "A template lists what a verification asks the holder of a driving licence for."
						: whoMay("changeTemplates", "Creating one")}
				</p>
			</NoneYet>
		);
	}
	return (
		<ul className="divide-y divide-line border-t border-line">
			{result.templates.slice(0, TEMPLATES_SHOWN).map(({ id, name, requested, print }) => (
				<li
					key={id}
					className="grid min-h-10 items-center gap-x-6 text-sm max-sm:min-h-14 max-sm:content-center sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
				>
					<div>
						<RowLink
							href={pageOf("template", id)}
							className="leading-6 font-medium underline-offset-2 hover:underline"
							name={name}
						/>
					</div>
					<span className="with-print text-muted">
						{print ? <Print of={print} /> : null}
						<span>{requested}</span>
					</span>
				</li>
			))}
		</ul>
	);
}
