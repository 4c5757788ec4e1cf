import { Badge } from "@/components/ui/badge";
import { Scroller } from "@/components/ui/scroller";
import type { FeatureGrant } from "@/lib/dashboard/management/connection/feature-grants";

/** What the console does, the scope that it takes, and whether the tenant granted it. */
export function GrantTable({ grants }: { grants: FeatureGrant[] }) {
	return (
		<Scroller label="What the console may do" className="overflow-x-auto">
			<table className="w-full text-left text-sm">
				<thead>
					<tr className="border-b border-line text-muted">
						<th scope="col" className="py-2 pr-4 font-medium">
							Feature
						</th>
						<th scope="col" className="py-2 pr-4 font-medium">
							Scope
						</th>
						<th scope="col" className="py-2 font-medium">
							Granted
						</th>
					</tr>
				</thead>
				<tbody>
					{grants.map(({ feature, scopes, granted }) => (
						<tr key={feature} className="border-b border-line last:border-0">
							<td className="py-2 pr-4">{feature}</td>
							<td className="py-2 pr-4">
								<code className="break-all">{scopes.join(" or ")}</code>
							</td>
							<td className="py-2">
								<GrantBadge granted={granted} />
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</Scroller>
	);
}

function GrantBadge({ granted }: Pick<FeatureGrant, "granted">) {
	if (granted === null) return <Badge>not said</Badge>;
	return granted ? <Badge tone="success">yes</Badge> : <Badge tone="danger">missing: switched off</Badge>;
}
