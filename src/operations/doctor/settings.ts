import { type Config, checkSettings, unknownSettings } from "../../config/config.ts";
import { type Finding, findingsOf } from "./finding.ts";

const { ok, warning, problem } = findingsOf("settings");

/** Everything wrong with the settings. `config` has only the usable ones. */
export function examineSettings(environment: Record<string, string | undefined>): {
  config: Config;
  /** The unusable variables. Checks that depend on them are skipped. */
  unusable: Set<string>;
  findings: Finding[];
} {
  const { config, problems } = checkSettings(environment);
  const findings = problems.map(({ message }) => problem(message, "Change the variable and restart the server."));
  for (const name of unknownSettings(environment)) {
    findings.push(warning(`${name} is not a setting of Waybill.`, "Check its spelling, or remove it."));
  }
  if (config.url.protocol === "https:" && config.trustedProxies.length === 0) {
    const summary =
      "WAYBILL_URL is https, which a proxy in front provides, but WAYBILL_TRUSTED_PROXIES is not set: every request seems to come from the proxy.";
    findings.push(warning(summary, "Set WAYBILL_TRUSTED_PROXIES to the proxy's address, such as 127.0.0.1,::1."));
  }
  if (findings.length === 0) findings.push(ok("Every setting can be used."));
  return { config, unusable: new Set(problems.map(({ variable }) => variable)), findings };
}
