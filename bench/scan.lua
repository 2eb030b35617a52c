-- Sends one scan after the other: each line of SCANS is the text of one ticket. COOKIE signs in.
local texts = {}
for line in io.lines(os.getenv("SCANS")) do
  texts[#texts + 1] = line
end
local headers = { ["Content-Type"] = "application/json", ["Cookie"] = os.getenv("COOKIE") }
local path = os.getenv("SCAN_PATH")
local sent = 0

request = function()
  sent = sent % #texts + 1
  return wrk.format("POST", path, headers, '{"qrData":"' .. texts[sent] .. '"}')
end

done = function(summary, latency, _)
  local errors = summary.errors
  io.write(string.format(
    "RESULT %.1f %.3f %.3f %d %d\n",
    summary.requests / (summary.duration / 1e6),
    latency:percentile(50) / 1000,
    latency:percentile(99) / 1000,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    summary.requests
  ))
end
