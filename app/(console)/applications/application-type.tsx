import { type IconName, IconWord } from "@/components/ui/icon";
import { appTypeLabel } from "@/lib/dashboard/management/applications/application-labels";

const icons: Record<string, IconName> = {
	non_interactive: "machine",
	regular_web: "globe",
	spa: "browser",
	native: "phone",
};

/** The application's type as an icon and a word. @param type as the service names it */
export function ApplicationType({ type }: { type: string | null | undefined }) {
	return <IconWord name={icons[type ?? ""] ?? "applications"}>{appTypeLabel(type)}</IconWord>;
}
